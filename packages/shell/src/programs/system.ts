import { UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import { homeOf } from '../state/variables.ts'
import { EMPTY } from '../words/value.ts'
import type { Program, Programs } from './program.ts'

/** Programs that change the machine itself: power, disks, processes, services, accounts, schedules. */

const halt: Program = (context) => {
  // `shutdown -h now` halts; for the others `-h` is no help either.
  const isHarmless = context.texts.some((text) => /^(?:--help|--version|--show|-c|--wtmp-only|-w)$/.test(text))
  if (!isHarmless) context.system('halt', context.name)
}

/** The first word that is no option, and what follows it. */
const verbOf = ({ texts }: Context): { verb: string; rest: readonly string[] } => {
  const at = texts.findIndex((text) => !text.startsWith('-'))
  return { verb: texts[at] ?? '', rest: at < 0 ? [] : texts.slice(at + 1) }
}

const format: Program = (context) => {
  const { texts } = context
  if (texts.some((text) => /^(?:--help|--version|-V|-n)$/.test(text))) return
  // Whatever its options are: a device among the words is the one that is formatted.
  const devices = texts.filter((text) => context.path(text).startsWith('/dev/') || text.includes(UNKNOWN))
  for (const path of devices) context.system('format', path)
  const image = texts.at(-1)
  if (devices.length === 0 && image !== undefined && !image.startsWith('-')) context.write(image)
}

/** Destroys what is on a device, unless it is only asked to show something. */
const device =
  (harmless: RegExp): Program =>
  (context) => {
    const target = context.texts.find((text) => context.path(text).startsWith('/dev/') || text.includes(UNKNOWN))
    if (context.texts.some((text) => harmless.test(text)) || context.texts.length === 0) return
    if (target !== undefined) context.system('format', target)
  }

const always =
  (what: 'destroy-storage' | 'kernel', isHelp = /^(?:--help|-h|--version|-V|-t|--test|-n|--noheadings)$/): Program =>
  (context) => {
    if (context.texts.length > 0 && !context.texts.some((text) => isHelp.test(text)))
      context.system(what, context.texts.join(' '))
  }

const kill: Program = (context) => {
  const { values, has } = context.options({ short: 'snguUGPtx', long: ['signal'] })
  if (has('l', 'L', 'list')) return
  // `kill -9 -1`: the first is the signal, the second all processes.
  const isSignal = (text: string, index: number): boolean => index === 0 && /^-(?:\d+|[A-Z]+\d*)$/.test(text)
  const names = context.texts.filter(
    (text, index) => !isSignal(text, index) && (/^-\d+$/.test(text) || !text.startsWith('-')),
  )
  const targets = names.filter((text) => !values('s', 'signal').includes(text))
  // `pkill -u me`: everything of that user, whatever its name.
  const isEverything =
    context.name !== 'kill' && values('u', 'U').length > 0 && targets.every((text) => values('u', 'U').includes(text))
  for (const target of isEverything ? ['-1'] : targets) context.system('kill', /^\.[*+]?$/.test(target) ? '-1' : target)
}

/** What is scheduled runs later, without review. */
function crontab(context: Context): void {
  const { rest, has } = context.options({ short: 'u' })
  if (has('l')) return
  if (has('r')) return context.system('schedule', 'remove')
  const content = rest[0] === undefined || rest[0] === '-' ? context.stdin : context.read(rest[0])
  context.system('schedule', 'crontab')
  for (const line of content.text.split('\n').slice(0, 500)) {
    const command = /^\s*(?:@\w+|(?:\S+\s+){4}\S+)\s+(.*)$/.exec(line)?.[1]
    if (command !== undefined && !/^\s*#/.test(line))
      context.shell({ text: command, from: content.from }, { via: 'crontab' })
  }
}

function at(context: Context): void {
  const { has, values } = context.options({ short: 'qft' })
  if (has('l', 'c', 'r', 'd')) return
  context.system('schedule', 'at')
  const [file] = values('f')
  context.shell(file === undefined ? context.stdin : context.read(file), { via: 'at', stdin: EMPTY })
}

function init(context: Context): void {
  if (/^[016sS]$/.test(context.texts[0] ?? '')) context.system('halt', `init ${context.texts[0] ?? ''}`)
}

function lvm(context: Context): void {
  const { verb, rest } = verbOf(context)
  if (/^(?:lv|vg|pv)(?:remove|reduce)$/.test(verb) && !context.texts.includes('--test'))
    context.system('destroy-storage', `${verb} ${rest.join(' ')}`)
}

const pool =
  (verbs: RegExp): Program =>
  (context) => {
    const { verb, rest } = verbOf(context)
    if (verbs.test(verb) && !rest.includes('-n') && !rest.includes('--help'))
      context.system('destroy-storage', `${verb} ${rest.join(' ')}`)
  }

function diskutil(context: Context): void {
  const { verb, rest } = verbOf(context)
  if (/^(?:erase|partition|zero|random|secureErase|reformat)/i.test(verb))
    context.system('format', rest.at(-1) ?? UNKNOWN)
  if (verb === 'apfs' && /^delete/i.test(rest[0] ?? '')) context.system('destroy-storage', rest.join(' '))
}

/** A mount hides the files of the directory it is mounted on. */
function hides(context: Context): void {
  const { rest, has, values } = context.options({ short: 'toLUO', long: ['types', 'options', 'source', 'target'] })
  if (values('o', 'options').some((text) => /\bremount\b/.test(text))) context.system('kernel', context.texts.join(' '))
  const target = rest.at(-1)
  const isMounted = rest.length > 0 || has('a', 'all', 'bind', 'rbind', 'move', 'source')
  if (context.name === 'mount' && isMounted && !(rest.length > 1 && MOUNT_POINT.test(context.path(target ?? ''))))
    context.system('settings', context.texts.join(' '))
  if (rest.length < 2 && !has('target', 'bind', 'source')) return
  if (target !== undefined) context.remove(target)
}

/** A directory that is there to be mounted on. */
const MOUNT_POINT = /^\/(?:mnt|media|run\/media)\/[^/]/

/** File systems that the machine needs, or all of them. */
function umount(context: Context): void {
  const { rest, has } = context.options({ short: 'tOnN', long: ['types', 'test-opts', 'namespace'] })
  if (has('a', 'all') || rest.some((path) => /^\/(?:home|usr|var|etc|boot)?$/.test(context.path(path))))
    context.system('settings', context.texts.join(' '))
}

/** Decides which program a name starts, for all users. */
function alternatives(context: Context): void {
  const at = context.texts.findIndex((text) => /^--(?:set|install|remove|remove-all|config)$/.test(text))
  if (at >= 0)
    context.write(`/etc/alternatives/${context.texts[at + (context.texts[at] === '--install' ? 2 : 1)] ?? ''}`)
}

/** `mkfs`, `mkfs.ext4`, `mkfs.xfs` … */
export const formatter = format

export const system: Programs = {
  shutdown: halt,
  reboot: halt,
  halt,
  poweroff: halt,
  init,
  telinit: init,
  mkswap: format,
  newfs: format,
  mkntfs: format,
  mkdosfs: format,
  wipefs: device(/^(?:-n|--no-act|-h|--help|-V)$/),
  blkdiscard: device(/^(?:-h|--help|-V)$/),
  fdisk: device(/^(?:-l|--list|-x|-h|--help|-s)$/),
  sfdisk: device(/^(?:-l|--list|-d|--dump|-h|--help|-n|--no-act|-V|--verify|-J|--json|-F|-s)$/),
  cfdisk: device(/^(?:-h|--help)$/),
  gdisk: device(/^(?:-l|--list|-h)$/),
  sgdisk: device(/^(?:-p|--print|-i|-v|--verify|-h|--help|-P|--pretend|-L|-b|--backup)/),
  parted: device(/^(?:-l|--list|print|-h|--help|unit)$/),
  hdparm: (context) => {
    if (context.texts.some((text) => /security-erase|trim-sector|write-sector|make-bad/.test(text)))
      context.system('format', context.texts.at(-1) ?? UNKNOWN)
  },
  nvme: (context) => {
    if (/^(?:format|sanitize|delete-ns|write)/.test(context.texts[0] ?? ''))
      context.system('format', context.texts.at(-1) ?? UNKNOWN)
  },
  badblocks: (context) => {
    if (context.texts.some((text) => /^-[a-z]*w/.test(text))) context.system('format', context.texts.at(-1) ?? UNKNOWN)
  },
  cryptsetup: (context) => {
    if (
      /^(?:luksFormat|luksErase|erase|reencrypt|luksKillSlot|luksRemoveKey|luksAddKey|luksChangeKey)$/.test(
        verbOf(context).verb,
      )
    )
      context.system('format', context.texts.at(-1) ?? UNKNOWN)
  },
  lvm,
  zpool: pool(/^(?:destroy|labelclear)$/),
  zfs: pool(/^(?:destroy|rollback)$/),
  btrfs: (context) => {
    if (context.texts[0]?.startsWith('sub') === true && context.texts[1]?.startsWith('delete') === true)
      context.system('destroy-storage', context.texts.slice(1).join(' '))
  },
  mdadm: (context) => {
    if (context.texts.some((text) => /^--(?:zero-superblock|stop|fail|remove)$/.test(text)))
      context.system('destroy-storage', context.texts.join(' '))
  },
  diskutil,
  swapoff: always('kernel'),
  mount: hides,
  sshfs: hides,
  umount,
  insmod: always('kernel'),
  rmmod: always('kernel'),
  modprobe: always(
    'kernel',
    /^(?:--(?:help|version|dry-run|simulate|show|show-depends|showconfig|resolve-alias|dump-modversions)|-[hVncRD])$/,
  ),
  setenforce: always('kernel'),
  defaults(context) {
    const { verb, rest } = verbOf(context)
    const [domain = ''] = rest
    if (!/^(?:write|delete|import|rename)$/.test(verb) || domain === '') return
    const directory = `${homeOf(context.reader.world)}/Library/Preferences`
    context.write(domain.startsWith('/') ? domain : `${directory}/${domain}.plist`)
  },
  plistbuddy(context) {
    const { values, rest } = context.options({ short: 'c' })
    const isLooking = values('c').every((text) => /^\s*(?:print|help|exit)\b/i.test(text))
    for (const path of rest)
      if (isLooking) context.read(path)
      else context.write(path)
  },
  'update-alternatives': alternatives,
  alternatives,
  csrutil: always('kernel', /^(?:status|--help)$/),
  kill,
  pkill: kill,
  killall: kill,
  fuser: (context) => {
    if (context.options().has('k', 'kill')) context.system('kill', context.texts.at(-1) ?? '')
  },
  crontab,
  at,
  batch: at,
  chpasswd: (context) => context.system('account', 'chpasswd'),
}
