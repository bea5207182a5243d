#!/usr/bin/env bash
# Check the libraries in MTLB_PATHS (a path per line) against MTLB_MIN_OS (a promise per line), and lint them unless
# MTLB_LINT is false. Writes check.sarif and lint.sarif to the folder MTLB_SARIF, and to GITHUB_STEP_SUMMARY, where it is
# set, a table of the libraries. Exit code 1 if something is wrong.
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
linted=
"$mtlb" check ${promises[@]+"${promises[@]}"} "${paths[@]}" || code=1
"$mtlb" check ${promises[@]+"${promises[@]}"} --sarif "${paths[@]}" >"$sarif/check.sarif" 2>/dev/null || code=1
if [ "${MTLB_LINT:-true}" != false ]; then
    linted=1
    "$mtlb" lint "${paths[@]}" || code=1
    "$mtlb" lint --sarif "${paths[@]}" >"$sarif/lint.sarif" 2>/dev/null || code=1
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    "$mtlb" check ${promises[@]+"${promises[@]}"} --json -q "${paths[@]}" >"$scratch/check.json" 2>"$scratch/errors" || true
    [ -z "$linted" ] || "$mtlb" lint --json "${paths[@]}" >"$scratch/lint.json" 2>/dev/null || true
    "${PYTHON:-python3}" "$here/summary.py" "$scratch" >>"$GITHUB_STEP_SUMMARY"
fi
exit $code
