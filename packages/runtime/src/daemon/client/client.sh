# For command lines that earlier versions installed. They source this file after setting
#   e  the event    s  the scope    w  the daemon flag    f  this file    u  the user id, or empty
# and "$@" to the program: Node, its flags and holdpoint.cjs, or in a project the link that npm created.
case $s in user | local) set -- "$1" ;; *) set -- ;; esac
set -- hook "$e" --from "$s" "$w" ${u:+"$u"} "$@"
f=${f%client.sh}hook.sh
. "$f"
o=
false
