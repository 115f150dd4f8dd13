#!/bin/sh
# Gets the event as JSON on stdin, like every Claude Code hook.
file=$(node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).tool_input.file_path')
case $file in *.json) ;; *) exit 0 ;; esac
if ! problem=$(node -e 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))' "$file" 2>&1); then
  echo "$file is not valid JSON: $(printf '%s\n' "$problem" | grep -m 1 SyntaxError)" >&2
  exit 2
fi
