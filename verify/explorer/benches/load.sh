#!/usr/bin/env bash
# Measures startup time, memory and throughput of the explorer, on one core (with wrk on another) and on two cores shared with wrk. Needs wrk and curl.
#   load.sh DIR      the folder contains KRPvKR, KQRvKR and KNNvKP with all endings that they lead to:
#                    tbgen build KRPvKR KQRvKR KNNvKP --with-subtables --metric wdl,dtz --out DIR
set -euo pipefail
tables=$(realpath "${1:?usage: load.sh DIR}")
cd "$(dirname "$0")/../../.."
cargo build --profile dist -p vancura-tbgen-cli -p vancura-explorer
programs=${CARGO_TARGET_DIR:-target}/release
positions=$(mktemp -d)
trap 'rm -rf "$positions"' EXIT

for ending in KPvKP KBNvK KQvKR KRvKB KPvKN KRvKP KQvKP KBvKP KQQvK KPPvK KRPvK KNNvK; do
    "$programs/tbgen" random $ending --count 200 --seed 19
done >"$positions/4"
for ending in KRPvKR KQRvKR KNNvKP; do "$programs/tbgen" random $ending --count 800 --seed 19; done >"$positions/5"

milliseconds() { echo $(($(date +%s%N) / 1000000)); }
memory() { awk '/VmRSS/ {r = $2} /VmHWM/ {h = $2} END {printf "%d MB (at most %d MB)", r / 1000, h / 1000}' "/proc/$1/status"; }

# load CORES MEN ARGUMENTS...
load() {
    local cores=$1 men=$2 start address=http://127.0.0.1:9000 server
    shift 2
    start=$(milliseconds)
    taskset -c "$cores" "$programs/vancura-explorer" --port 9000 "$@" >/dev/null &
    server=$!
    until curl -s "$address/standard?fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1" >/dev/null; do sleep 0.005; done
    echo "cores $cores, $men men, $*: first answer after $(($(milliseconds) - start)) ms"
    # Wait for all endings solved in the background, which starts after the first answer.
    sleep 0.5
    until curl -s "$address/api/v1/tables" | grep -q '"solving":null'; do sleep 0.2; done
    echo "  all solved after $(($(milliseconds) - start)) ms; at rest $(memory $server)"
    for connections in 1 8 32; do
        printf '  %2d connections: ' $connections
        FENS=$positions/$men taskset -c 1 wrk -t1 -c$connections -d8 -s verify/explorer/benches/load.lua $address | tail -n 1
    done
    echo "  under load $(memory $server)"
    start=$(milliseconds)
    kill -INT $server
    wait $server
    echo "  ended after $(($(milliseconds) - start)) ms"
}

load 0 4
load 0,1 4
load 0 5 "$tables" --memory-men 3
load 0,1 5 "$tables" --memory-men 3
