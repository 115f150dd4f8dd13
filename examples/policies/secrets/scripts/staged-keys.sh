#!/bin/sh
# Exit code 2 refuses, with stderr as the reason; 0 has no opinion.
changes=$(git diff HEAD --unified=0 2>/dev/null || git diff --cached --unified=0)
if printf '%s\n' "$changes" | grep -Eq '^\+.*(AKIA[0-9A-Z]{16}|PRIVATE KEY-----)'; then
  echo 'The changes contain a key. Remove it, and revoke it.' >&2
  exit 2
fi
