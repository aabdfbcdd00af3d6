#!/bin/sh
# Write the two lock files again from pyproject.toml: what running needs, and what working on it needs. Needs uv.
set -eu
cd "$(dirname "$0")/.."
compile() {
    uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate --quiet "$@"
}
compile --extra terminal --extra bots --extra server --extra build --output-file requirements.lock
compile --all-extras --constraint requirements.lock --output-file requirements-dev.lock
