#!/bin/sh
# The quick tests with every Python that pyproject.toml names (or those given) and this machine has, by PATH, pyenv or
# uv; the others are said to be missing. Each gets an environment of its own in a folder that is removed again.
#
#     scripts/try_pythons.sh [3.12 3.13]
set -eu
cd "$(dirname "$0")/.."
versions=${*:-$(sed -n 's/.*"Programming Language :: Python :: \(3\.[0-9]*\)".*/\1/p' pyproject.toml)}
tests='tests/rules tests/notation tests/words tests/protocol tests/table tests/fast/test_equal.py tests/test_release.py'
slow='--ignore=tests/rules/test_contract.py --ignore=tests/rules/test_golden.py --ignore=tests/rules/test_perft.py
    --ignore=tests/notation/test_notation_fuzz.py --ignore=tests/table/test_table_properties.py'

find_python() {
    for candidate in "python$1" "$HOME"/.pyenv/versions/"$1".*/bin/python "$(uv python find "$1" 2>/dev/null || true)"; do
        if [ -n "$candidate" ] && "$candidate" -c 'import venv' 2>/dev/null; then echo "$candidate" && return; fi
    done
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -n 's/^\([a-z0-9].*==.*[^ \\]\) *\\*$/\1/p' requirements-dev.lock > "$work/versions"
failed=0
for version in $versions; do
    python=$(find_python "$version")
    if [ -z "$python" ]; then echo "Python $version: not on this machine" && continue; fi
    "$python" -m venv "$work/$version"
    bin="$work/$version/bin"
    "$bin/python" -m pip install --quiet --disable-pip-version-check --constraint "$work/versions" \
        -e ".[terminal,bots,server]" pytest pytest-xdist hypothesis jsonschema hatchling pyyaml
    # shellcheck disable=SC2086
    if "$bin/python" -m pytest -q -n "${JOBS:-2}" $tests $slow; then result=passed; else result=failed failed=1; fi
    echo "Python $("$bin/python" -c 'import platform; print(platform.python_version())'): $result"
done
exit $failed
