import {
  absolutePath,
  foldPath,
  isKnown,
  isWithin,
  shown,
  UNKNOWN,
  type FileEffect,
  type SystemEffect,
} from '@holdpoint/shell'
import { ask, deny, ifSure, type Facts, type CatastropheFinding, type Id, type Rule } from './finding.ts'
import { everyFile } from './deletions.ts'
import { meaningIn, meaningOf, replacesCommand, type Meaning } from './lasting-places.ts'
import { isHome, isOwn, isRawDevice, isSystemFile, systemPlace, wholeOf } from './places.ts'

/** Files and devices that are overwritten, opened up or formatted. */
export const writes: Rule = ({ files }, facts) =>
  files.flatMap((effect) => ifSure(!effect.maybe, [...judge(effect, facts), ...handed(effect, facts)]))

/** The home directory, or all of the machine, in the hands of a program without a description. */
function handed({ path, maybe, run }: FileEffect, facts: Facts): readonly CatastropheFinding[] {
  if (!maybe || run === undefined || !isKnown(path) || !isHome(path, facts) || run.described === true) return []
  return [ask('handed', { program: shown(run.program), path: shown(path) })]
}

function judge(effect: FileEffect, facts: Facts): readonly CatastropheFinding[] {
  const { op, path, real, linked, namedBy, maybe, run } = effect
  if (op === 'read' || op === 'list') return []
  // What a described program may do with a place, such as one that a container is given, has rules of its own.
  if (maybe && run?.maybe === false && run.described === true) return []
  if (linked === true) return [ask('link', { path: shown(path), real: shown(real) })]
  const data = { path: shown(path) }
  for (const place of new Set([path, real])) {
    if (op === 'write' && isRawDevice(place)) return [deny('device', data)]
    if (op === 'write' && place.startsWith('/proc/sys')) return [deny('device', data)]
    if (op === 'write' && ACCOUNTS.some((file) => foldPath(place).startsWith(file))) return [deny('system-file', data)]
    const meaning = op === 'mode' ? undefined : lastingMeaning(effect, place, facts)
    if (meaning !== undefined) return [ask(meaning, data)]
    if (op === 'write' && isGitSetting(effect, place)) return [ask('startup', data)]
    if (op === 'write' && replacesCommand(place, facts.home) && !isInstalled(effect))
      return [ask('command-name', { ...data, name: shown(place.slice(place.lastIndexOf('/') + 1)) })]
    // An archive unpacked there replaces whatever it likes.
    if (op === 'write' && effect.recursive && place === '/') return [ask('system-file', data)]
    if (op === 'mode') return permissions(effect, place, facts)
    if (isSystemFile(place)) return [ask('system-file', data)]
  }
  const emptied = op === 'write' ? everyFile(effect, facts) : []
  if (emptied.length > 0) return emptied
  const isListed = op === 'write' && namedBy?.lists.includes(path) === true
  return isListed && !isOwn(path, facts) ? [ask('search', data)] : []
}

/** A link to a program of the system, or to one that another program finds: `ln -s "$(which python3.11)" ~/bin/python`. */
const isInstalled = ({ from }: FileEffect): boolean =>
  from !== undefined &&
  !from.network &&
  from.files.length > 0 &&
  from.files.every((file) => file.startsWith(UNKNOWN) || file.startsWith('/opt/') || isSystemFile(file))

/** A setting with which git itself runs a program that lies elsewhere; other settings are reported as no write. */
const isGitSetting = ({ run }: FileEffect, place: string): boolean =>
  run?.program === 'git' && place.endsWith('/.git/config')

/** What a change of a file means, or of the files that are in a directory. */
function lastingMeaning({ op, recursive }: FileEffect, place: string, { home }: Facts): Meaning | undefined {
  const own = meaningOf(place, home)
  if (own !== undefined || !recursive) return own
  if (op === 'delete') return meaningIn(place, home, 'any')
  // An archive or a tree brings files of any name.
  const directory = place.endsWith(`/${UNKNOWN}`) ? place.slice(0, -UNKNOWN.length - 1) : place
  return directory !== place || foldPath(place) === foldPath(home) ? meaningIn(directory, home, 'direct') : undefined
}

/** Permissions and disk layout of the machine. */
const ACCOUNTS = ['/etc/passwd', '/etc/shadow', '/etc/gshadow', '/etc/group', '/etc/sudoers', '/etc/fstab']

function permissions(
  { path, mode = '', recursive }: FileEffect,
  place: string,
  facts: Facts,
): readonly CatastropheFinding[] {
  const data = { path: shown(path), mode: shown(mode) }
  const target = wholeOf(place)
  const isRoot = systemPlace(target) !== undefined
  const isOpen = /^0?[0-7]?[2367][2367][2367]$|^(?:a|ugo)?[+=][rwxXst]*w|^0+$/.test(mode)
  if (SETS_OWNER.test(mode)) return [ask('setuid', data)]
  if (isRoot && (recursive || isOpen)) return [deny('permissions', data)]
  if (recursive && isHome(target, facts)) return [deny('permissions', data)]
  if (isOpen && isHome(target, facts)) return [ask('permissions', data)]
  const meaning = meaningOf(place, facts.home) ?? meaningIn(place, facts.home, 'direct')
  if (meaning !== undefined && (isOpen || OPENS_TO_OTHERS.test(mode))) return [ask(meaning, data)]
  return isSystemFile(place) ? [ask('permissions', data)] : []
}

/** Every user who starts the file has the rights of its owner. For a group it is usual on directories that a team shares. */
const SETS_OWNER = /^0?[4-7][0-7]{3}$|(?:^|,)[ugoa]*[ua][ugoa]*[+=][rwxX]*s|(?:^|,)[+=][rwxX]*s/
const OPENS_TO_OTHERS = /^0?[0-7]?[0-7](?:[2367][0-7]|[0-7][2367])$|(?:^|,)[ua]*[goa]+[+=][rwxXst]*w/

const SYSTEM: Partial<Record<SystemEffect['what'], { readonly decision: 'deny' | 'ask'; readonly id: Id }>> = {
  halt: { decision: 'deny', id: 'halt' },
  format: { decision: 'deny', id: 'device' },
  'destroy-storage': { decision: 'deny', id: 'storage' },
  'fork-bomb': { decision: 'deny', id: 'fork-bomb' },
  container: { decision: 'ask', id: 'container' },
  kernel: { decision: 'ask', id: 'machine' },
  account: { decision: 'ask', id: 'machine' },
  firewall: { decision: 'ask', id: 'machine' },
  settings: { decision: 'ask', id: 'machine' },
  schedule: { decision: 'ask', id: 'machine' },
}

/** Temporary, and no part of the user's work. */
const isScratch = (path: string, { own, scratch }: Facts): boolean =>
  scratch.some((directory) => isWithin(path, directory)) && !own.some((directory) => isWithin(path, directory))

/** Services that guard the machine, or let people in. */
const GUARD =
  /(?:^|[^\w-])(?:firewalld|ufw|iptables|nftables|pf|auditd|apparmor|selinux|fail2ban|sshd?|rsyslogd?|syslog|falcon[\w-]*|osqueryd|clamav[\w-]*|clamd|freshclam|wazuh[\w-]*|crowdsec|sentinel[\w-]*|mdatp|santad?|xprotect[\w-]*|ossec[\w-]*|aide|tripwire|windefend|wdnissvc|mpssvc|wscsvc|sense|securityhealthservice|eventlog|msmpeng|bfe)(?:\.(?:service|exe))?(?:$|[^\w-])/i

/** A service stays off after a restart, or one that guards the machine stops now. */
function weakens(args: readonly string[]): boolean {
  const words = args.filter((word) => !word.startsWith('-'))
  if (words.some((word) => word === 'disable' || word === 'mask')) return true
  return words.some((word) => STOPS.test(word)) && words.some((word) => GUARD.test(word))
}
const STOPS = /^(?:stop|kill|force-stop|down|exit|unload|bootout|remove)$/

/** A package that others need goes as well. */
const REGARDLESS = /^--(?:force(?:-\S+)?|nodeps|allow-remove-essential|no-preserve)$/

/** Commands that affect the machine as a whole. */
export const machine: Rule = ({ system }, facts) =>
  system.flatMap(({ what, detail, run }) => {
    const data = { path: shown(detail), command: shown([run.program, ...run.args].join(' ')).slice(0, 120) }
    if (what === 'destroy-storage' && run.program === 'shred')
      return isScratch(absolutePath(detail, run.cwd), facts) ? [] : [ask('shredded', data)]
    const rule = SYSTEM[what]
    if (rule !== undefined) return ifSure(!run.maybe, [{ ...rule, data }])
    if (what === 'service' && weakens(run.args)) return [ask('machine', data)]
    if (what === 'kill' && GUARD.test(detail)) return [ask('machine', data)]
    if (what === 'uninstall' && run.args.some((arg) => REGARDLESS.test(arg))) return [ask('machine', data)]
    if (what === 'kill' && /^(?:-?1|0)$/.test(detail)) return [ask('processes', data)]
    if (what === 'privilege' && detail === 'shell') return [ask('root-shell', data)]
    return []
  })
