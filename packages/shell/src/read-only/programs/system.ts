import { isKnown } from '../../effects.ts'
import { SECRET_NAME } from '../environment.ts'
import { LOOKS, risky, unclassified, type ProgramCall, type Objection, type UsageTable, type Usage } from '../usage.ts'
import { readWords } from '../words.ts'

/** The verb may be left out: `ip addr`, `ip addr show`. */
const SHOWN: Usage = { commands: { 'show sh list ls l lst get': LOOKS }, bare: true }

/** Programs that report on the machine, its processes and its services. */
export const system = (): UsageTable => ({
  'whoami id groups users who w last lastlog logname tty uptime nproc arch uname free vmstat iostat mpstat sar': LOOKS,
  'lscpu lsusb lspci lsmod lsipc lsns lslogins dmidecode getconf locale pgrep pidof pstree': LOOKS,
  printenv: { plain: true, check: noSecretVariable },
  ps: { plain: true, check: noEnvironments },
  'which whatis apropos sleep true false': LOOKS,
  hostname: { operands: 0, refuse: '-F --file -b --boot' },
  top: { needs: '-b -l', takes: '-n -l -d -p -u -o -s -stats' },
  lsof: { refuse: '-D' },
  netstat: LOOKS,
  ss: { refuse: '-K --kill -D --diag' },
  dmesg: {
    refuse: '-C --clear -c --read-clear -D --console-off -E --console-on -n --console-level',
    takes: '-f -l -s -F -n --facility --level --buffer-size --file --since --until --time-format',
  },
  journalctl: {
    refuse:
      '--rotate --flush --relinquish-var --smart-relinquish-var --sync --setup-keys --update-catalog --cursor-file ' +
      '--vacuum-size --vacuum-time --vacuum-files --force',
    takes: '-n -u -t -p -o -S -U -b -g -D -c -F -M',
  },
  sysctl: { refuse: '-w --write -p --load --system -f', check: noAssignment },
  ip: {
    options:
      '-4 -6 -s -d -j -p -o -c -h -r -t -a -br -rc -iec -json -pretty -brief --brief -details -stats -oneline -color',
    takes: '-n -netns -f -family -l',
    longDash: true,
    commands: {
      'address addr a link l route r ro rule ru neighbour neighbor neigh n tunnel tun tuntap tunt maddress maddr m':
        SHOWN,
      'mroute mr netconf stats stat st xfrm vrf token ntable addrlabel': SHOWN,
      'monitor mon mo': LOOKS,
      netns: { commands: { 'list ls identify pids list-id': LOOKS }, bare: true },
    },
  },
  ifconfig: { operands: 1, options: '-a -s -v -l -d -u -m', longDash: true },
  arp: { refuse: '-d -s -f' },
  route: { operands: 0 },
  mount: { operands: 0, options: '-l -v', takes: '-t' },
  swapon: { needs: '-s --show' },
  systemctl: {
    refuse: '-H --host -M --machine',
    options: '--user --system --no-pager -q -l --full -a --all --plain --no-legend',
    takes: '-t --type -n --lines -o --output -p --property --state',
    everywhere: true,
    commands: {
      'status show cat list-units list-unit-files list-timers list-sockets list-jobs list-dependencies list-machines':
        LOOKS,
      'list-automounts list-paths is-active is-enabled is-failed is-system-running get-default help': LOOKS,
    },
    bare: true,
  },
  service: { check: onlyServiceStatus },
  loginctl: {
    commands: { 'list-sessions list-users list-seats session-status show-session user-status show-user': LOOKS },
    bare: true,
  },
  'timedatectl hostnamectl localectl': {
    commands: { 'status show list-timezones list-locales list-keymaps': LOOKS },
    bare: true,
  },
  crontab: { needs: '-l', refuse: '-r -e -i' },
  atq: LOOKS,
  gpg: {
    needs: '-k -K --list-keys --list-secret-keys --list-public-keys --verify --fingerprint --list-packets --list-sigs',
    options: '--keyid-format --with-colons --with-fingerprint --with-keygrip --no-tty --batch',
  },
  'ssh-add': { needs: '-l -L', options: '' },
  'ssh-keygen': { needs: '-l -F', options: '-v -H', takes: '-f -E' },
  direnv: { commands: { 'status version': LOOKS } },
  code: { needs: '--version --list-extensions --status -v', options: '--show-versions' },
})

function noSecretVariable({ name, args }: ProgramCall): Objection | undefined {
  if (args.every((word) => word.startsWith('-'))) return risky(`\`${name}\` prints every variable, including secrets.`)
  return args.some((word) => SECRET_NAME.test(word)) ? risky('It prints a variable that holds a secret.') : undefined
}

/** `ps e` shows the environment of every process. */
function noEnvironments({ args }: ProgramCall): Objection | undefined {
  const shows = args.some((word) => /^(?:[A-Za-z]*e[A-Za-z]*|-[A-Za-z]*E[A-Za-z]*)$/.test(word) || !isKnown(word))
  return shows ? unclassified('`ps` may show variables of other processes.') : undefined
}

function noAssignment({ args }: ProgramCall): Objection | undefined {
  return args.some((word) => word.includes('=')) ? unclassified('`sysctl` with `=` changes the kernel.') : undefined
}

function onlyServiceStatus({ args }: ProgramCall): Objection | undefined {
  const { operands } = readWords(args, {})
  const isStatus = args.join(' ') === '--status-all' || (operands.length === 2 && operands[1] === 'status')
  return isStatus ? undefined : unclassified('`service` is read-only only with `status`.')
}
