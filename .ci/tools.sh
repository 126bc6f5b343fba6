# Sourced by .ci/slow: checks with tools that are not part of a default toolchain. If a tool is
# missing, its step fails and says how to install it: a skipped check counts as failed.

host=$(rustc -vV | sed -n 's/^host: //p')

# require COMMAND-THAT-SUCCEEDS HOW-TO-GET-IT
require() {
    $1 >/dev/null 2>&1 && return 0
    printf 'NOT CHECKED: `%s` fails. To get it: %s\n' "$1" "$2" >&2
    return 1
}
nightly='rustup toolchain install nightly --profile minimal --component miri,rust-src'

# Undefined behavior, with the interpreter: board, and syzygy without memory maps. Tests that use
# millions of positions, files or other programs are skipped.
miri() {
    require "cargo +nightly miri --version" "$nightly" || return 1
    export MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=4
    cargo +nightly miri test -p vancura-ending --lib &&
        cargo +nightly miri test -p vancura-board --lib -- --skip perft --skip random --skip every --skip text --skip legality &&
        cargo +nightly miri test -p vancura-syzygy --lib -- checksum format:: index:: packed ranking tiles vdtm
}

# sanitized KIND ARGUMENTS...: runs tests with a recompiled standard library, in a separate folder.
sanitized() {
    local kind=$1
    shift
    [ -d "$(rustc +nightly --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" ] ||
        require false "$nightly" || return 1
    RUSTFLAGS="-Zsanitizer=$kind" CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/$kind CARGO_PROFILE_TEST_OPT_LEVEL=1 \
        cargo +nightly test -Zbuild-std --target "$host" "$@"
}

# Races: the guard of mapped files, the hash table that all threads share, the server.
races() {
    export TSAN_OPTIONS=suppressions=$PWD/.ci/races.supp
    sanitized thread -p vancura-syzygy --lib mapped &&
        sanitized thread -p vancura --lib -- tt:: &&
        sanitized thread -p vancura-explorer --lib --test all -- http::
}

# Memory: the whole suite. Limits on address space do not work with shadow memory. Programs in C that
# are linked with our libraries bring the sanitizer's own one.
memory() {
    export ASAN_OPTIONS=detect_leaks=0:handle_sigbus=0:use_sigaltstack=0 VANCURA_C_FLAGS=-fsanitize=address
    sanitized address --workspace --lib --tests -- --skip memory_that_cannot_be_had --skip inputs_that_are_named_may_be_pipes
}

# The C libraries: their test programs under valgrind, and compiled with the address sanitizer, the
# libraries as well. Of the threads that never end, valgrind sees memory as possibly lost.
c_library() {
    require "cc --version" "apt-get install gcc" || return 1
    require "c++ --version" "apt-get install g++" || return 1
    require "valgrind --version" "apt-get install valgrind" || return 1
    export VANCURA_REQUIRE=cc VANCURA_C_QUICK=1
    VANCURA_C_RUNNER="valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite" \
        cargo test -p vancura-c -p vancura-c-pyrrhic --test all &&
        ASAN_OPTIONS=handle_sigbus=0:use_sigaltstack=0 VANCURA_C_FLAGS=-fsanitize=address \
            sanitized address -p vancura-c -p vancura-c-pyrrhic --test all
}

# instructions LIMIT: what the engine executes for a node of its bench with AVX2, in full optimization.
# The difference of two depths leaves out the start, which takes most of the instructions.
instructions() {
    require "valgrind --version" "apt-get install valgrind" || return 1
    cargo build --profile dist --locked -p vancura || return 1
    local depth text nodes=() counts=()
    for depth in 4 9; do
        text=$(valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
            "${CARGO_TARGET_DIR:-target}/dist/vancura" bench --depth "$depth" --simd avx2 2>&1) || return 1
        nodes+=("$(sed -n 's/^\([0-9]*\) nodes .*/\1/p' <<<"$text")")
        counts+=("$(sed -n 's/.*I *refs: *//p' <<<"$text" | tr -d ,)")
    done
    local each=$(((counts[1] - counts[0]) / (nodes[1] - nodes[0])))
    echo "$each instructions a node; the limit is $1"
    [ "$each" -le "$1" ]
}

# Licenses, sources and duplicates by deny.toml; advisories if their database is available.
dependencies() {
    require "cargo deny --version" "cargo install --locked cargo-deny" || return 1
    cargo deny --locked check licenses sources bans || return 1
    if cargo deny --locked --offline fetch db >/dev/null 2>&1; then
        cargo deny --locked --offline check advisories
    else
        echo "NOT CHECKED: advisories, since their database is missing; to get it: cargo deny fetch db" >&2
    fi
}

# fuzzed MINUTES: runs libFuzzer on each target of each crate.
fuzzed() {
    require "cargo fuzz --version" "cargo install --locked cargo-fuzz; $nightly" || return 1
    local file target folder
    for file in $(git ls-files '*/fuzz/fuzz_targets/*.rs'); do
        folder=${file%/fuzz/*} target=$(basename "$file" .rs)
        (cd "$folder" && cargo +nightly fuzz run "$target" -- -max_total_time=$(($1 * 60)) -rss_limit_mb=2048 -timeout=60) || return 1
    done
}

# The programs to download: compiled twice, in this folder and in a copy elsewhere, they must be the same
# bytes; those of each target are run.
programs() {
    local targets=(x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu) target
    for target in "${targets[@]}"; do
        require "test -d $(rustc --print target-libdir --target "$target")" "rustup target add $target" || return 1
    done
    require "x86_64-w64-mingw32-gcc --version" "apt-get install gcc-mingw-w64-x86-64" || return 1
    require "qemu-aarch64 --version" "apt-get install qemu-user" || return 1
    require "wine --version" "apt-get install wine64 wine" || return 1
    local folder copy version
    folder=${CARGO_TARGET_DIR:-$PWD/target}/programs copy=$(mktemp -d)
    rm -rf "$folder"
    mkdir -p "$folder"
    local guided=${targets[0]} dist
    cargo run --release --locked -p vancura-xtask -- profile "$folder/profile" --target "$guided" || return 1
    dist=(cargo run --release --locked -p vancura-xtask -- dist --profile "$guided=$folder/profile" "${targets[@]/#/--target=}")
    "${dist[@]}" "$folder/one" || return 1
    git clone --quiet . "$copy/vancura" || return 1
    (cd "$copy/vancura" && CARGO_TARGET_DIR=$copy/target "${dist[@]}" "$folder/two") || return 1
    rm -rf "$copy"
    cat "$folder/one/SHA256SUMS"
    cmp "$folder/one/SHA256SUMS" "$folder/two/SHA256SUMS" || return 1
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
    for target in x86_64-linux aarch64-linux; do tar xzf "$folder/one/vancura-$version-$target.tar.gz" -C "$folder" || return 1; done
    python3 -m zipfile -e "$folder/one/vancura-$version-x86_64-windows.zip" "$folder" || return 1
    .ci/downloaded "$folder/vancura-$version-x86_64-linux" &&
        .ci/downloaded "$folder/vancura-$version-aarch64-linux" qemu-aarch64 &&
        WINEDEBUG=-all .ci/downloaded "$folder/vancura-$version-x86_64-windows" wine
}
