#!/bin/sh
# Drover as one file: this script, then the program and its runtime (Deno), both compressed.
# The first start unpacks them into a cache folder, keyed by content; later starts only exec.
set -u
# Some hosts start their servers with an empty environment.
PATH=${PATH:-/usr/local/bin:/usr/bin:/bin}
export PATH
bundle_name=@BUNDLE_NAME@
bundle_at=@BUNDLE_AT@
bundle_bytes=@BUNDLE_BYTES@
deno_name=@DENO_NAME@
deno_at=@DENO_AT@

case $0 in
  /*) self=$0 ;;
  */*) self=$PWD/$0 ;;
  *) self=$(command -v -- "$0") || self=$PWD/$0 ;;
esac

new=
trap '[ -z "$new" ] || rm -f -- "$new"; exit 1' HUP INT TERM

# unpack NAME: written beside and renamed, so that racing first starts and killed ones do no harm.
unpack() {
  new=$(mktemp "$cache/.new.XXXXXX" 2>/dev/null) || return 1
  if [ "$1" = "$bundle_name" ]; then
    tail -c "+$bundle_at" "$self" | head -c "$bundle_bytes" | gzip -dc >"$new" 2>/dev/null
  else
    tail -c "+$deno_at" "$self" | gzip -dc >"$new" 2>/dev/null
  fi && chmod 700 "$new" && mv -f -- "$new" "$cache/$1" || { rm -f -- "$new"; new=; return 1; }
  new=
}

# What no start has needed for 30 days, and what a killed first start has left.
sweep() {
  find "$cache" -type f \( -name 'drover-*' -o -name 'deno-*' \) -mtime +30 \
    ! -name "$deno_name" ! -name "$bundle_name" -exec rm -f -- {} + 2>/dev/null
  find "$cache" -type f -name '.new.*' -mtime +1 -exec rm -f -- {} + 2>/dev/null
}

# usable DIR: it is ours alone (nobody else can plant a program there) and may hold executables.
usable() {
  cache=$1
  [ -d "$cache" ] || mkdir -p -m 700 -- "$cache" 2>/dev/null || return 1
  [ -O "$cache" ] && [ -w "$cache" ] || return 1
  if ! [ -x "$cache/$deno_name" ] || ! [ -f "$cache/$bundle_name" ]; then
    [ -x "$cache/$deno_name" ] || unpack "$deno_name" || return 1
    [ -f "$cache/$bundle_name" ] || unpack "$bundle_name" || return 1
    sweep
  fi
  [ -x "$cache/$deno_name" ]
}

if [ -n "${DROVER_CACHE_DIR:-}" ]; then
  usable "$DROVER_CACHE_DIR" || cache=
elif { [ -n "${XDG_CACHE_HOME:-}" ] && usable "$XDG_CACHE_HOME/drover"; } ||
  { [ -n "${HOME:-}" ] && usable "$HOME/.cache/drover"; } ||
  usable "${TMPDIR:-/tmp}/drover-cache-$(id -u)"; then
  :
else
  cache=
fi
if [ -z "$cache" ]; then
  printf '%s\n' 'drover: nowhere to unpack to: set DROVER_CACHE_DIR to a folder of your own that allows executables and has 120 MB free' >&2
  exit 1
fi

trap - HUP INT TERM
DROVER_EXECUTABLE=$self
DROVER_EXECUTABLE_PID=$$
DENO_DIR=$cache/deno
DENO_NO_UPDATE_CHECK=1
export DROVER_EXECUTABLE DROVER_EXECUTABLE_PID DENO_DIR DENO_NO_UPDATE_CHECK
# glibc keeps what was freed for ever below a threshold that grows by itself. Reads of 64 KiB from
# the browser's pipe are given back at once this way (`docs/faults.md`, "Memory").
MALLOC_MMAP_THRESHOLD_=65536
MALLOC_TRIM_THRESHOLD_=131072
MALLOC_ARENA_MAX=2
export MALLOC_MMAP_THRESHOLD_ MALLOC_TRIM_THRESHOLD_ MALLOC_ARENA_MAX
exec "$cache/$deno_name" run -A --no-config --no-lock --no-remote "$cache/$bundle_name" "$@"
