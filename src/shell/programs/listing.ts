import type { Context } from '../context.ts'
import { EMPTY, unknown } from '../value.ts'
import { alike, type Program, type Programs } from './program.ts'

/** Programs that look at names, sizes and states, not at contents. */

const listing: Program = (context) => {
  for (const path of context.options({
    short: 'ILTwct',
    long: ['format', 'printf', 'color', 'time-style', 'sort', 'max-depth', 'exclude'],
  }).rest)
    context.list(path)
}

const NOTHING =
  'date cal uptime uname hostname hostnamectl id groups who w last nproc arch free vmstat iostat top htop ps pgrep pstree jobs tty stty tput clear reset sleep seq yes expr factor bc dc man info apropos whatis tldr lsof lsblk lscpu lsusb lspci df mount printenv locale getconf nproc sync true getent nslookup dig host ping traceroute ip ifconfig netstat ss arp route whois timedatectl journalctl dmesg sw_vers system_profiler ioreg pbpaste pbcopy xclip xsel open xdg-open say notify-send cowsay fortune figlet toilet lolcat'

export const telling = alike(NOTHING, () => unknown())
export const listers = alike('ls gls dir vdir exa eza lsd tree stat du ncdu namei lsattr getfacl', listing)

export const looking: Programs = {
  yes: ({ args }) => args[0] ?? { ...EMPTY, text: 'y\n' },
  printenv(context) {
    if (context.texts.length === 0) context.read('/proc/self/environ')
  },
  whereis: () => unknown(),
  fd: find_,
  fdfind: find_,
}

/** fd runs a program for each result, like find. */
function find_(context: Context): void {
  const at = context.texts.findIndex((text) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text))
  if (at < 0) return
  const words = context.args.slice(at + 1)
  context.start(words.some(({ text }) => text.includes('{')) ? words : [...words, unknown()])
}
