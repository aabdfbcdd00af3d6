#!/bin/sh
# Say what is missing or too old before anything is installed: check_tools.sh PYTHON [node]
set -u
python=$1
failed=0
tell() {
    echo "$1" >&2
    failed=1
}

if ! command -v "$python" >/dev/null 2>&1; then
    tell "Medina needs Python 3.11 or newer, and there is no $python here: install it, or name yours, as in: make play PYTHON=python3.12."
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    tell "Medina needs Python 3.11 or newer, and this is $("$python" --version 2>&1): install a newer one, or name it, as in: make play PYTHON=python3.12."
elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    tell "Medina needs Python's modules venv and ensurepip, which are not here: on Debian and Ubuntu, install the package python3-venv."
fi

if [ "${2:-}" = node ]; then
    without="without it, \`make terminal\` plays in the terminal, and a wheel has the built site in it (see README.md)"
    version=$(node --version 2>/dev/null) || version=
    major=${version#v}
    major=${major%%.*}
    if ! command -v node >/dev/null 2>&1; then
        tell "To build the site Medina needs Node 20 or newer, and there is none here; $without."
    elif ! [ "${major:-0}" -ge 20 ] 2>/dev/null; then
        tell "To build the site Medina needs Node 20 or newer, and this is Node ${version:-of an unknown version}; $without."
    fi
    if ! command -v npm >/dev/null 2>&1; then
        tell "To build the site Medina needs npm, which usually comes with Node, and there is none here; $without."
    fi
fi
exit $failed
