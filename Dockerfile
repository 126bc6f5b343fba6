# The explorer alone, in an image that holds nothing else and runs as nobody:
#   docker build --tag vancura-explorer .
#   docker run --rm --publish 127.0.0.1:9000:9000 --read-only --volume ~/syzygy:/syzygy:ro vancura-explorer /syzygy
# Untried: no program that builds images was at hand. The command below is what `xtask dist` runs.
FROM rust:1-slim AS build
RUN rustup target add x86_64-unknown-linux-musl
COPY . /vancura
WORKDIR /vancura
ENV CARGO_PROFILE_DIST_STRIP=symbols RUSTFLAGS=-Clinker=rust-lld
RUN cargo build --profile dist --locked --target x86_64-unknown-linux-musl -p vancura-explorer

FROM scratch
COPY --from=build /vancura/target/x86_64-unknown-linux-musl/dist/vancura-explorer /vancura-explorer
USER 65534:65534
EXPOSE 9000
ENTRYPOINT ["/vancura-explorer", "--bind", "0.0.0.0", "--port", "9000"]
