#!/bin/sh
# Print the path of a Chromium for the browser tests; install Debian's where none is found and we may.
set -eu
find_browser() {
    for name in chromium chromium-browser google-chrome-stable google-chrome; do
        command -v "$name" && return 0
    done
    return 1
}
if ! find_browser; then
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        { apt-get update && apt-get install --yes --no-install-recommends chromium; } >&2
        find_browser
    else
        echo "No Chromium was found. Install one (on Debian: apt-get install chromium) and run again." >&2
        exit 1
    fi
fi
