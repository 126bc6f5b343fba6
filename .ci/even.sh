#!/usr/bin/env bash
# 200 games at equal depth between two builds of the engine, and between two vector units of one,
# must score exactly 50 %: both sides play the same moves, so every pair of games is split.
set -euo pipefail
cd "$(dirname "$0")/.."

depth=6
cargo build --release -p vancura
# A different optimization level and memory layout: if any value depended on them the games would
# differ.
CARGO_PROFILE_DIST_OPT_LEVEL=2 cargo build --profile dist -p vancura

book=$(mktemp)
trap 'rm -f "$book"' EXIT
./target/release/vancura "genfens 100 seed 1 book None" quit | sed -n 's/^info string genfens //p' >"$book"

even() {
    local report
    report=$(./target/release/vancura match --book "$book" --depth $depth --games 200 --threads 2 --quiet "$@")
    echo "$report"
    grep -q '^pairs      0 0 100 0 0 by' <<<"$report" || { echo "not even: $*" >&2; exit 1; }
}

even --b-cmd target/dist/vancura --b Hash=4
even --a Simd=plain
