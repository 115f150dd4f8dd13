#!/bin/bash -p
# Asks the daemon about one event, as the whole hook command: each further process would cost as much as the answer.
# The host runs this file, or the installed line execs it; -p, because nothing in the environment may change
# what bash does. Its arguments are those of the hook command, then the program that answers without a daemon:
#   hook PreToolUse --from user --daemon node holdpoint.cjs
# It accepts only a complete answer from a daemon of the same build, at a path that only the user can write. Otherwise
# the program answers and starts a daemon. client.sh does the same through a socket, where there is no bash. Bash parses
# a script as it runs, so rarely needed code is at the end.

trap '' PIPE
# A variable from the environment would stay exported to the program, with an event in it.
unset -v c d e f i l n o part port proof t token v x
n=$'\n'
# One character is one byte, until the program runs.
[[ -z ${LC_ALL+x} ]] || l=$LC_ALL
LC_ALL=C

# The directory and the environment that the host gave this process, each followed by a byte that none of them contains.
surroundings() {
  {
    if [[ -r /proc/self/environ ]]; then
      mapfile -d '' -t v </proc/self/environ
    else
      mapfile -d '' -t v < <(
        if [[ -n ${l+x} ]]; then LC_ALL=$l; fi
        exec /usr/bin/env -0
      )
    fi
  } 2>/dev/null
  printf -v e '%s\1' "$PWD" "${v[@]}"
  x=${e//[!$'\1']/}
  if [[ ${#v[@]} -gt 0 && ${#x} == $((${#v[@]} + 1)) ]]; then e=" surroundings$n$e"$'\1'; else e=; fi
}

# Another program may own the port by now, so the listener has to prove that it knows the file's content. The event goes
# in one write: a second write would wait until the first is acknowledged. The answer is read by byte count, because bash
# reads lines byte by byte, until it ends or no data came for a second.
talk() {
  o=
  {
    read -r port token proof x <"$t" && [[ -n $proof ]] && command exec 3<>"/dev/tcp/127.0.0.1/$port" &&
      printf '%s\n' "$token" >&3 && IFS= read -r -t 1 -N $((${#proof} + 1)) -u 3 part && [[ $part == "$proof$n" ]] &&
      printf %s "holdpoint 2 hook $1 $2$e$n$i${n}holdpoint-end$n" >&3 &&
      until IFS= read -r -t 1 -N 16777216 -u 3 part || [[ $? -le 128 || -z $part ]]; do o+=$part; done && o+=$part
  } 2>/dev/null
  # Empty lines are the daemon's heartbeat.
  while [[ $o == "$n"* ]]; do o=${o#"$n"}; done
}

if [[ $1 == hook ]]; then
  # As in daemon/client/place.ts. Socket paths are short, and a directory inside the project is not trusted.
  d=$XDG_RUNTIME_DIR/holdpoint
  [[ $d == /* && ${#d} -le 78 && $d != "${CLAUDE_PROJECT_DIR:-/dev/null}"/* && $d != */../* ]] || d=/tmp/holdpoint-$EUID
  t=$d/__BUILD__.tcp
  IFS= read -r -N 16777216 i 2>/dev/null
  c=$?
  if [[ $c == 1 && ! -L $d && -O $d && ! -L $t && -O $t &&
    -z $HOLDPOINT_PARENT$HOLDPOINT_OFF$HOLDPOINT_OBSERVE$HOLDPOINT_WARN$HOLDPOINT_ON$HOLDPOINT_PRESETS ]]; then
    e=
    case $2 in SessionStart | Setup) surroundings ;; esac
    talk "$2" "$4"
    # A daemon that has started since the session began.
    if [[ -z $e && $o == "holdpoint-declined${n}the session is not known${n}"* ]]; then
      surroundings
      [[ -z $e ]] || talk "$2" "$4"
    fi
    # No line of an answer begins like one of the protocol.
    if [[ $o == "holdpoint-answer "[0-9]"$n"*"${n}holdpoint-stdout$n"*"${n}holdpoint-end$n" ]]; then
      x=${o:17:1} o=${o:19} o=${o%"${n}holdpoint-end$n"}
      e=${o%%"${n}holdpoint-stdout$n"*}
      o=${o:${#e}+18}
      if [[ $n$e$n$o != *"${n}holdpoint-"* ]]; then
        [[ -z $e ]] || printf %s "$e" >&2
        printf %s "$o"
        exit "$x"
      fi
    fi
  fi
fi

if [[ -n ${l+x} ]]; then LC_ALL=$l; else unset LC_ALL; fi
# As in hook.sh: a project's settings can set the environment, and Node runs or loads what these variables name.
unset -v NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_ICU_DATA NODE_CHANNEL_FD
unset -v OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV ENV
d=:${LD_LIBRARY_PATH}:
[[ $d != *::* && $d != *:[!/]* && $d != *:"$CLAUDE_PROJECT_DIR"* ]] || unset -v LD_LIBRARY_PATH
cold() { "${@:6}" "${@:1:5}"; }
case $1$c in
hook0) o=$({ printf %s "$i" && cat; } | cold "$@") ;;
hook1) o=$(printf %s "$i" | cold "$@") ;;
# A bash that is too old has read no input yet.
hook*) o=$(cold "$@") ;;
# Checks whether this bash supports the script.
can) read -r -N 1 o <<<x && o=yes ;;
# A host whose commands have no arguments names the event only in the input.
*)
  case $(cat) in *'"hook_event_name":"PreToolUse"'*) set -- hook PreToolUse ;; esac
  false
  ;;
esac
case $?$2 in
0*) printf %s "$o" && exit 0 ;;
# The only event that is refused by exit code; the program has written the reason to stderr.
2TeammateIdle) exit 2 ;;
esac

# As in install/command-line.ts; no hook has judged the event.
case $4 in
project | */project) f='Holdpoint is installed for this project but cannot run. Run `npm install`, then `npx holdpoint doctor`.' ;;
*) f='Holdpoint is installed but cannot run. Run `npm install --global holdpoint`, then `holdpoint doctor`.' ;;
esac
# Another host than Claude Code: exit code 2 with a reason refuses a tool call, or a text that ends the task.
case $4 in */*)
  printf '%s\n' "$f" >&2
  case $4/$2 in
  cline/*/PreToolUse) printf '{"cancel":true,"errorMessage":"%s"}' "$f" ;;
  */PreToolUse | */BeforeTool | */preToolUse) exit 2 ;;
  esac
  exit 0
  ;;
esac
case $2 in
PreCompact) ;;
PreToolUse) printf '{"hookSpecificOutput":{"hookEventName":"%s","permissionDecision":"ask","permissionDecisionReason":"%s"},"systemMessage":"%s"}' "$2" "$f" "$f" ;;
*) printf '{"systemMessage":"%s"}' "$f" ;;
esac
exit 0
