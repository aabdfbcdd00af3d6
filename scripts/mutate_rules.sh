#!/bin/sh
# Mutation testing of medina.rules in a copy of the tree, so that nothing here is touched.
#   scripts/mutate_rules.sh [FOLDER]     runs (again) in FOLDER, by default ./mutants-run under the temporary folder
# Then, in that folder: mutmut results; mutmut show NAME. The settings are in pyproject.toml, [tool.mutmut].
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-${TMPDIR:-/tmp}/medina-mutants}
mkdir -p "$folder/tests" "$folder/src/medina"
cp "$root/pyproject.toml" "$folder/"
for part in __init__.py py.typed rules notation draw words; do cp -r "$root/src/medina/$part" "$folder/src/medina/"; done
for part in rules oracle data support.py; do cp -r "$root/tests/$part" "$folder/tests/"; done
# mutmut 3.8 asks pytest's items for an attribute that pytest 9.2 no longer has.
cat > "$folder/tests/conftest.py" <<'EOF'
def pytest_collection_modifyitems(items):
    for item in items:
        item._nodeid = item.nodeid
EOF
cd "$folder"
exec "$root/.venv/bin/mutmut" run --max-children 1 "${2:-*}"
