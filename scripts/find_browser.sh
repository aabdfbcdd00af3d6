#!/bin/sh
# Print the path of a Chromium (or, asked for, a Firefox) for the browser tests; install Debian's where none is found and we may.
set -eu
case "${1:-chromium}" in
    firefox) debian=firefox-esr names="firefox-esr firefox" ;;
    *) debian=chromium names="chromium chromium-browser google-chrome-stable google-chrome" ;;
esac
find_browser() {
    for name in $names; do
        command -v "$name" && return 0
    done
    return 1
}
if ! find_browser; then
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        { apt-get update && apt-get install --yes --no-install-recommends "$debian"; } >&2
        find_browser
    else
        echo "No browser was found. Install one (on Debian: apt-get install $debian) and run again." >&2
        exit 1
    fi
fi
