#!/usr/bin/env bash
# Check the libraries in MTLB_PATHS (a path per line) against MTLB_MIN_OS (a promise per line), and lint them unless
# MTLB_LINT is false. Writes check.sarif and lint.sarif to the folder MTLB_SARIF. Exit code 1 if something is wrong.
set -euo pipefail

lines() { # the lines of $1 that are not blank, into the array `read_lines`
    read_lines=()
    local line
    while IFS= read -r line; do
        line="${line#"${line%%[![:space:]]*}"}"
        line="${line%"${line##*[![:space:]]}"}"
        [ -z "$line" ] || read_lines+=("$line")
    done <<<"$1"
}

lines "${MTLB_PATHS:?no paths to check}"
paths=("${read_lines[@]}")
[ ${#paths[@]} -gt 0 ] || { echo "no paths to check" >&2; exit 2; }
lines "${MTLB_MIN_OS:-}"
promises=()
for promise in ${read_lines[@]+"${read_lines[@]}"}; do promises+=(--min-os "$promise"); done

mtlb="${MTLB:-mtlb}"
sarif="${MTLB_SARIF:-mtlb-sarif}"
mkdir -p "$sarif"
code=0
"$mtlb" check ${promises[@]+"${promises[@]}"} "${paths[@]}" || code=1
"$mtlb" check ${promises[@]+"${promises[@]}"} --sarif "${paths[@]}" >"$sarif/check.sarif" 2>/dev/null || code=1
if [ "${MTLB_LINT:-true}" != false ]; then
    "$mtlb" lint "${paths[@]}" || code=1
    "$mtlb" lint --sarif "${paths[@]}" >"$sarif/lint.sarif" 2>/dev/null || code=1
fi
exit $code
