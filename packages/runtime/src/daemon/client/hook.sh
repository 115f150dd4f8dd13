# Answers one event. The installed line sources this file, with f = this file and the arguments
#   hook PreToolUse --from user [--daemon] [user id] [path of Node]
# It exits with an answer. When it returns, Node is missing, no input has been read, and the line itself answers.
# A project's settings can set the environment, so no variable, function or PATH entry of it may decide what runs here.
unset -f cat cd id nc printf pwd read test tr
unset -v NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_ICU_DATA NODE_CHANNEL_FD
unset -v OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV ENV CDPATH
unset -v a b c d h i k l n o q r t u w x
IFS=' 	
'
# A relative or empty entry is a directory of the project.
case :$LD_LIBRARY_PATH: in *::* | *:[!/]* | *:"$CLAUDE_PROJECT_DIR"*) unset -v LD_LIBRARY_PATH ;; esac
case :$DYLD_LIBRARY_PATH: in *::* | *:[!/]* | *:"$CLAUDE_PROJECT_DIR"*) unset -v DYLD_LIBRARY_PATH ;; esac
# `cold` and Node come first when ask.sh got no answer from the daemon and starts this file as a program.
if test "$1" = cold; then
  c=cold f=$0
  shift
  case $1 in /*) n=$1 && shift ;; esac
fi
e=$2 s=$4
shift 4
case $1 in --daemon*) w=$1 && shift ;; esac
case $1 in [0-9]*) u=$1 && shift ;; esac
case $1 in /*) n=$1 ;; esac
b=${f%hook.sh}
p=$PATH
PATH=/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/opt/homebrew/bin:/run/current-system/sw/bin

case "$c$w $e" in cold* | ' '*) ;;
*)
  # As in daemon/client/place.ts. Socket paths are short, and a directory inside the project is not trusted.
  case $XDG_RUNTIME_DIR in "${CLAUDE_PROJECT_DIR:-/dev/null}" | "${CLAUDE_PROJECT_DIR:-/dev/null}"/* | */../*) ;;
  /*) d=$XDG_RUNTIME_DIR/holdpoint ;;
  esac
  if test -z "$d" || test ${#d} -gt 78; then
    case $u in '') u=$EUID ;; esac
    case $u in '' | *[!0-9]*) u=$(id -u 2>/dev/null) ;; esac
    d=/tmp/holdpoint-$u
  fi
  k=$d/__BUILD__.sock t=$d/__BUILD__.tcp
  if test -n "$HOLDPOINT_PARENT$HOLDPOINT_OFF$HOLDPOINT_OBSERVE$HOLDPOINT_WARN$HOLDPOINT_ON$HOLDPOINT_PRESETS"; then k=
  elif test -L "$d" || ! test -O "$d"; then k=
  elif test -f "$t" && test -O "$t" && test -f "${b}ask.sh" && read -r x x x a <"$t" && test -x "$a"; then
    # One process instead of three. It answers in every case; the daemon has checked which bash supports it.
    PATH=$p
    exec "$a" -p "${b}ask.sh" hook "$e" --from "$s" "$w" /bin/sh "$f" cold ${n:+"$n"}
  fi
  if test -S "$k" && test -O "$k" && i=$(cat 2>/dev/null); then
    h="holdpoint 2 hook $e $s"
    l='
'
    # The second time, or for the first event of a session, with the directory and the environment of this process, each
    # followed by U+0001. Where a value contains that character, or env has no -0, the daemon declines.
    for x in event surroundings; do
      case $x$e in
      eventSessionStart | eventSetup) continue ;;
      event*) o=$(printf '%s\n' "$h" "$i" holdpoint-end | nc -w 1 -U "$k" 2>/dev/null) ;;
      *)
        o=$({
          printf '%s\n' "$h surroundings"
          { printf '%s\0' "$PWD" && PATH=$p /usr/bin/env -0; } | tr '\0\1' '\1\0'
          printf '\001\n%s\nholdpoint-end\n' "$i"
        } 2>/dev/null | nc -w 1 -U "$k" 2>/dev/null)
        ;;
      esac
      # Empty lines are heartbeats.
      while case $o in "$l"*) ;; *) false ;; esac do o=${o#"$l"}; done
      case $o in "holdpoint-declined${l}the session is not known$l"*) ;; *) break ;; esac
    done
    # No answer has a line that begins like one of the protocol.
    case $o in
    "holdpoint-answer "[0-9]"$l"*"${l}holdpoint-stdout$l"*"${l}holdpoint-end")
      o=${o#"holdpoint-answer "} o=${o%"${l}holdpoint-end"}
      x=${o%%"$l"*} o=${o#*"$l"}
      h=${o%%"${l}holdpoint-stdout$l"*}
      o=${o#"$h${l}holdpoint-stdout$l"}
      case $l$h$l$o in *"${l}holdpoint-"*) ;; *)
        printf %s "$h" >&2
        printf %s "$o" && exit "$x"
        ;;
      esac
      ;;
    esac
    c=read
  fi
  ;;
esac

# Node from the PATH, without directories of the project, which could contain a program of that name.
case $n in '')
  q=$(cd -P -- "$CLAUDE_PROJECT_DIR" 2>/dev/null && pwd -P) r=$p:
  while test -n "$r" && test -z "$n"; do
    a=${r%%:*} r=${r#*:}
    case $a in /*) a=$(cd -P -- "$a" 2>/dev/null && pwd -P) ;; *) a= ;; esac
    case $a/ in / | "${q:-/dev/null}"/* | /proc/*) ;; *) test -f "$a/node" && test -x "$a/node" && n=$a/node ;; esac
  done
  # With links resolved, as --preserve-symlinks-main below requires; packages are beside the real file.
  a=$(cd -P -- "${b:-.}" 2>/dev/null && pwd -P) && b=$a/
  ;;
esac
PATH=$p
if test -n "$n" && test -x "$n"; then
  # No worker threads in a short-lived process: starting them takes 5% of its run time.
  set -- "$n" --v8-pool-size=0 --preserve-symlinks-main "${b}holdpoint.cjs" hook "$e" --from "$s" ${w:+"$w"}
  case $e in TeammateIdle)
    "$@"
    case $? in 2) exit 2 ;; *) exit 0 ;; esac
    ;;
  esac
  # Collected first: a partial answer before the fallback text would be invalid JSON, and the tool would run.
  case $c in read) o=$(printf '%s\n' "$i" | "$@") ;; *) o=$("$@") ;; esac && printf %s "$o" && exit 0
  c=failed
fi
case $c in '') return ;; cold) exit 1 ;; esac
# As in install/command-line.ts; no hook has judged the event.
case $s in
project | */project) t='Holdpoint is installed for this project but cannot run. Run `npm install`, then `npx holdpoint doctor`.' ;;
*) t='Holdpoint is installed but cannot run. Run `npm install --global holdpoint`, then `holdpoint doctor`.' ;;
esac
# Another host than Claude Code: exit code 2 with a reason refuses a tool call, or a text that ends the task.
case $s in */*)
  printf '%s\n' "$t" >&2
  case $s/$e in
  cline/*/PreToolUse) printf '{"cancel":true,"errorMessage":"%s"}' "$t" ;;
  */PreToolUse | */BeforeTool | */preToolUse) exit 2 ;;
  esac
  exit 0
  ;;
esac
case $e in
PreCompact) ;;
PreToolUse) printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"%s"},"systemMessage":"%s"}' "$t" "$t" ;;
*) printf '{"systemMessage":"%s"}' "$t" ;;
esac
exit 0
