# Asks the daemon about one event. The installed command reads this file into its own shell, having set
#   e  the event    s  the scope of the install    w  what to say of the daemon    "$@"  the words of the cold command
# and finds the answer in o; the status tells whether there is one. Only what came whole from a daemon of the same
# build, at a place that is ours, counts. In every other case the program answers, and starts a daemon.
n='
'
# As in link/place.ts: a socket's path has little room, and a daemon elsewhere is none of ours.
case $XDG_RUNTIME_DIR in /*) d=$XDG_RUNTIME_DIR/holdpoint ;; *) d= ;; esac
[ -n "$d" ] && [ ${#d} -le 78 ] || d=/tmp/holdpoint-${u:-$(id -u 2>/dev/null)}
k=$d/__BUILD__.sock t=$d/__BUILD__.tcp
h="holdpoint 1 hook $e $s"
o=
if [ -n "$HOLDPOINT_PARENT$HOLDPOINT_OFF$HOLDPOINT_WARN$HOLDPOINT_ON$HOLDPOINT_PRESETS" ]; then k=
elif [ -L "$d" ] || ! [ -O "$d" ]; then k=
elif [ -f "$t" ]; then
  k=
  # Its port may be somebody else's by now, so whoever is there has to know what stands in the file as well. One bash
  # does it all, for each process costs as much as the answer; so it has read the event, and gives it back in the end.
  [ -L "$t" ] || ! [ -O "$t" ] || o=$(LC_ALL=C bash -c '
    trap "" PIPE
    n="
" o=
    IFS= read -r -N 16777216 i
    case $? in
    0) printf "holdpoint-event\n%s" "$i"; exec cat ;;
    1) ;;
    *) i=$(cat) || exit 1 ;;
    esac
    read -r port token proof <"$0" && [ -n "$proof" ] && command exec 3<>"/dev/tcp/127.0.0.1/$port" &&
      printf "%s\n" "$token" >&3 && IFS= read -r -t 1 -u 3 line && [ "$line" = "$proof" ] &&
      # In one piece: of several the second would wait until the first is acknowledged.
      printf %s "$1$n$i${n}holdpoint-end$n" >&3 &&
      while IFS= read -r -t 1 -u 3 line; do o=$o$line$n; done
    while case $o in "$n"*) ;; *) false ;; esac; do o=${o#"$n"}; done
    case $o in
    "holdpoint-answer$n"*"${n}holdpoint-end$n") a=${o#"holdpoint-answer$n"} a=$n${a%"holdpoint-end$n"} ;;
    *) a=${n}holdpoint- ;;
    esac
    case $a in *"${n}holdpoint-"*) printf "holdpoint-event\n%s" "$i" ;; *) printf %s "$o" ;; esac
    ' "$t" "$h" 2>/dev/null) || case $? in 126 | 127) o= ;; *) return 1 ;; esac
fi
case $o in
"holdpoint-answer$n"*) i= ;;
"holdpoint-event$n"*) i=${o#"holdpoint-event$n"} o= ;;
*)
  # Without the means to read the event, whoever has them must; nothing of it is lost yet.
  i=$(cat 2>/dev/null) || {
    o=$(NODE_EXTRA_CA_CERTS= "$@" hook "$e" --from "$s")
    return
  }
  # Of two ways the quicker one; but bash writes a here-document to a file.
  if ! [ -S "$k" ] || ! [ -O "$k" ]; then :
  elif [ -n "$BASH_VERSION" ]; then
    o=$(printf '%s\n' "$h" "$i" holdpoint-end | nc -w 1 -U "$k" 2>/dev/null)
  else
    o=$(nc -w 1 -U "$k" 2>/dev/null <<EOF
$h
$i
holdpoint-end
EOF
)
  fi
  ;;
esac
# Empty lines are the daemon's heartbeat. No answer has a line that begins like one of the protocol.
while case $o in "$n"*) ;; *) false ;; esac; do o=${o#"$n"}; done
case $o in
"holdpoint-answer$n"*"${n}holdpoint-end") o=${o#"holdpoint-answer$n"} o=${o%"${n}holdpoint-end"} ;;
*) o=holdpoint-declined ;;
esac
case $n$o in
*"${n}holdpoint-"*) o=$(printf '%s\n' "$i" | NODE_EXTRA_CA_CERTS= "$@" hook "$e" --from "$s" "$w") ;;
esac
