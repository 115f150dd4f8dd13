#!/bin/sh
# Exit code 2 refuses, with what is written to stderr as the reason; 0 says nothing.
changes=$(git diff HEAD --unified=0 2>/dev/null || git diff --cached --unified=0)
if printf '%s\n' "$changes" | grep -Eq '^\+.*(AKIA[0-9A-Z]{16}|PRIVATE KEY-----)'; then
  echo 'What would be committed holds a key. Take it out, and revoke it.' >&2
  exit 2
fi
