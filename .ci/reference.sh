# Sourced by the other scripts: if published tables exist beside the checkout, tests must compare
# with them.
if [ -z "${VANCURA_REFERENCE:-}" ] && [ -d ../shared/syzygy ]; then
    VANCURA_REFERENCE=$(cd ../shared && pwd)
    export VANCURA_REFERENCE
    export VANCURA_REQUIRE="${VANCURA_REQUIRE:+$VANCURA_REQUIRE,}reference"
fi
if [ -d "${VANCURA_REFERENCE:-}/gaviota" ]; then
    export VANCURA_REQUIRE="${VANCURA_REQUIRE:+$VANCURA_REQUIRE,}gaviota"
fi
echo "published tables: ${VANCURA_REFERENCE:-none, so nothing is compared with them}"
