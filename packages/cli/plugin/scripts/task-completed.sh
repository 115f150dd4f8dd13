#!/bin/sh
# TaskCompleted: checks a task that is reported as done. Runs this hook alone, for setups with single scripts;
# hooks/hooks.json registers the dispatcher instead, which runs all hooks of an event and merges what they say.
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
program=$here/../dist/bin/holdpoint.cjs
# In the npm package the parts of the plugin are inside `dist`.
[ -f "$program" ] || program=$here/../../bin/holdpoint.cjs
exec node "$program" hook run task-completed.sh
