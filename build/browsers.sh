#!/bin/sh
# Sees to it that the browsers Drover drives are installed: Debian's packages where we may, otherwise
# it says what to do. Never fails the set-up: a missing browser is told by whatever needs it.
set -u

have() { # have NAME...: one of the programs is on PATH or in a usual place
  for name in "$@"; do
    case $name in
      /*) [ -x "$name" ] && return 0 ;;
      *) command -v "$name" >/dev/null 2>&1 && return 0 ;;
    esac
  done
  return 1
}

missing=
[ -x "${DROVER_CHROMIUM:-/nonexistent}" ] ||
  have chromium chromium-browser google-chrome google-chrome-stable microsoft-edge brave-browser \
    /usr/bin/chromium /usr/lib/chromium/chromium /opt/google/chrome/chrome /snap/bin/chromium \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
    "/Applications/Chromium.app/Contents/MacOS/Chromium" \
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge" \
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser" ||
  missing=chromium
have firefox-esr firefox /usr/bin/firefox-esr /usr/bin/firefox \
  /Applications/Firefox.app/Contents/MacOS/firefox || missing="$missing firefox-esr"
missing=${missing# }
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  printf 'Installing %s with apt-get\n' "$missing"
  # shellcheck disable=SC2086 # a list of names
  apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing &&
    exit 0
  printf 'apt-get could not install %s.\n' "$missing" >&2
fi

{
  printf 'Browsers missing: %s. Install them and run make setup again:\n' "$missing"
  printf '  Debian:  sudo apt-get install %s\n' "$missing"
  printf '  Ubuntu:  Google Chrome from https://www.google.com/chrome (its chromium package is a snap)\n'
  printf '  Fedora:  sudo dnf install chromium firefox\n'
  printf '  macOS:   brew install --cask google-chrome firefox\n'
  printf '  Windows: winget install Google.Chrome Mozilla.Firefox\n'
  printf 'A browser in another place: set DROVER_CHROMIUM to its path.\n'
} >&2
exit 0
