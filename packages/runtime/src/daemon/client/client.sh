# For lines that earlier versions installed. They read this file into their shell, having set
#   e  the event    s  the scope    w  what to say of the daemon    f  this file    u  the user id, or nothing
# and "$@" to the program: Node, its flags and holdpoint.cjs, or in a project the link that npm made.
case $s in user | local) set -- "$1" ;; *) set -- ;; esac
set -- hook "$e" --from "$s" "$w" ${u:+"$u"} "$@"
f=${f%client.sh}hook.sh
. "$f"
o=
false
