// Why a line is not taken, decided by its text. The words were chosen by reading lines, also such that the guard stopped.
import { execFileSync } from 'node:child_process'

const RULES = [
  ['too short or too long', (line) => line.length < 3 || line.length > 600],
  ['not plain ASCII', (line) => /[^\x20-\x7e]/.test(line)],
  [
    'a placeholder',
    (line) => /<[a-z][\w .|-]*>|\.\.\.|\{\{|\[(?:-|<|[a-z]+\])|\[[A-Za-z -]+(?:\]| \.)|\bxxx|\byour[-_ ]/i.test(line),
  ],
  ['a privileged command', (line) => /(?:^|[|;&({]\s*|\s)(?:sudo|doas|su|pkexec|run0)\s/.test(line)],
  [
    'a change of the system',
    (line) =>
      PRIVILEGED.test(line) ||
      /(?:>|\btee\b(?: -a)?|\b(?:cp|mv|ln|install|rm|rmdir|mkdir|touch|chmod|chown|chgrp)\b.*) *(?:~\/\.config\/systemd|\/(?:etc|usr|bin|sbin|lib|boot|var\/lib|sys|proc|dev\/(?:sd|hd|nvme|disk|mapper)))\b/.test(
        line,
      ),
  ],
  ['destroys disks, homes or history', (line) => DESTROYS.test(line)],
  [
    'code from the network',
    (line) =>
      /\b(?:curl|wget|fetch|http|lwp-request|GET|nc|ncat|socat|telnet)\b.*[|<(].*\b(?:ba|z|da|k)?sh\b|\b(?:ba|z)?sh\b.*[<$]\(.*\b(?:curl|wget)\b|\b(?:curl|wget)\b.*\| *(?:perl|python3?|node|ruby|php)\b/.test(
        line,
      ),
  ],
  ['reads or sends secrets', (line) => SECRETS.test(line)],
  [
    'opens a shell to others',
    (line) =>
      /\b(?:nc|ncat|netcat|socat)\b.*(?:-e|-c|exec|system|\/bin\/(?:ba)?sh)/i.test(line) ||
      /\/dev\/(?:tcp|udp)\//.test(line),
  ],
]

const PRIVILEGED =
  /(?:^|[|;&(]\s*)(?:mkfs\S*|fdisk|sfdisk|cfdisk|gdisk|parted|wipefs|blkdiscard|mdadm|lv\w+|vg\w+|pv(?:create|remove|move)|zpool|zfs|cryptsetup|swapo(?:n|ff)|mkswap|losetup|mount|umount|fsck\S*|e2fsck|tune2fs|debugfs|resize2fs|hdparm|user(?:add|del|mod)|group(?:add|del|mod)|adduser|addgroup|deluser|delgroup|passwd|chpasswd|chage|visudo|iptables\S*|ip6tables\S*|nft|ufw|firewall-cmd|shutdown|reboot|halt|poweroff|init|telinit|systemctl|service|invoke-rc\.d|update-rc\.d|rc-update|deb-systemd\S*|grub\S*|update-grub\S*|update-initramfs|insmod|rmmod|modprobe|sysctl|setenforce|chroot|pivot_root|unshare|nsenter|apt|apt-get|aptitude|dpkg|dpkg-\S+|update-alternatives|dnf|yum|pacman|zypper|apk|crontab|at|batch|setcap|chattr|ldconfig|depmod|hwclock|date -s|hostnamectl|timedatectl|loginctl|homectl|machinectl|networkctl|ip (?:link|addr|route|rule) (?:add|del|set|flush)|ifconfig|route|tc|bpftrace|perf|docker (?:run|exec).*(?:--privileged|-v \/:))\b/

const DESTROYS =
  /\brm\s+(?:-\w+\s+)*(?:--\s+)?["']?(?:~|\$HOME|\/)(?!tmp\/)|\bdd\b.*\bof=|\bshred\b|\bwipe\b|\bsrm\b|>\s*\/dev\/(?:sd|hd|nvme)|\bkill(?:all)?\s+(?:-\w+\s+)*-1\b|\bgit\s+(?:push\b.*(?:-f\b|--force|--delete|--mirror|--prune|\s[:+])|reset\b.*--hard|clean\b.*-\w*f|checkout\s+(?:-f|--force|--|\.)|restore\b|stash\s+(?:drop|clear)|branch\b.*(?:-D\b|-d\b|--delete)|filter-(?:branch|repo)|reflog\s+expire|update-ref|gc\b.*--prune|worktree\s+remove|tag\s+(?:-d|--delete)|replace|prune)\b|\b(?:drop|truncate)\s+(?:database|table|schema)\b|\b(?:dropdb|mysqladmin.*drop)\b|\b(?:docker|podman|buildah)\b.*\b(?:prune|rm|rmi|kill|down\b.*-v)\b|\bkubectl\s+(?:delete|drain)|\bterraform\s+(?:destroy|apply)|\baws\b.*(?:\bdelete|\brm\b|terminate)|\bnpm\s+(?:unpublish|deprecate|owner|publish|token|login|adduser)|\bpublish\b|\bfind\s+(?:\/|~|\$HOME)\S*\s.*(?:-delete|\brm\b)|\brsync\b.*--delete|\b(?:borg|restic|rclone|duplicity)\b.*\b(?:delete|prune|forget|purge|sync|cleanup|remove\S*|compact|key|break-lock)\b|\bunlink\b|:\(\)\s*\{/i

const SECRETS =
  /\.ssh\/|\bid_(?:rsa|dsa|ecdsa|ed25519)\b|\/etc\/(?:shadow|gshadow|sudoers)|\.gnupg|\.aws\/|\.netrc|\.npmrc|\.pgpass|\.htpasswd|\.kube\/config|(?:^|[\s/="'])\.env\b|--export-secret|private[-_]?key|\b\w*key\w*\.(?:pem|der|txt|priv)\b|\.(?:key|p12|pfx|kdbx|jks|keystore)\b|_TOKEN\b|_SECRET\b|_KEY\b|\bcredential|\bpass\s+(?:show|edit|insert|generate)/i

/** The reason to leave the line out, or undefined. */
export function whyNot(line) {
  const found = RULES.find(([, test]) => test(line))
  if (found !== undefined) return found[0]
  return parses(line) ? undefined : 'no valid bash'
}

function parses(line) {
  try {
    execFileSync('bash', ['-n', '-c', line], { stdio: 'ignore', env: {} })
    return true
  } catch {
    return false
  }
}
