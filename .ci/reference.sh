# Sourced by the scripts beside it: published tables that lie beside the checkout are compared with, and then must be.
if [ -z "${VANCURA_REFERENCE:-}" ] && [ -d ../shared/syzygy ]; then
    VANCURA_REFERENCE=$(cd ../shared && pwd)
    export VANCURA_REFERENCE
    export VANCURA_REQUIRE="${VANCURA_REQUIRE:+$VANCURA_REQUIRE,}reference"
fi
echo "published tables: ${VANCURA_REFERENCE:-none, so nothing is compared with them}"
