import { absolutePath, isWithin, isKnown, shown, type FileEffect, type SystemEffect, foldPath } from '@holdpoint/shell'
import { ask, deny, ifSure, type Facts, type CatastropheFinding, type Id, type Rule } from './finding.ts'
import { everyFile } from './deletions.ts'
import { isHome, isOwn, isRawDevice, isStartup, isSystemFile, systemPlace, wholeOf } from './places.ts'

/** Files and devices that are overwritten, opened up or formatted. */
export const writes: Rule = ({ files }, facts) =>
  files.flatMap((effect) => ifSure(!effect.maybe, [...judge(effect, facts), ...handed(effect, facts)]))

/** The home directory, or all of the machine, in the hands of a program that nobody has described. */
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
    if (op === 'write' && isStartup(place, facts.home)) return [ask('startup', data)]
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
  if (isRoot && (recursive || isOpen)) return [deny('permissions', data)]
  if (recursive && isHome(target, facts)) return [deny('permissions', data)]
  return isSystemFile(place) ? [ask('permissions', data)] : []
}

const SYSTEM: Partial<Record<SystemEffect['what'], { readonly decision: 'deny' | 'ask'; readonly id: Id }>> = {
  halt: { decision: 'deny', id: 'halt' },
  format: { decision: 'deny', id: 'device' },
  'destroy-storage': { decision: 'deny', id: 'storage' },
  'fork-bomb': { decision: 'deny', id: 'fork-bomb' },
  container: { decision: 'ask', id: 'container' },
  kernel: { decision: 'ask', id: 'machine' },
  account: { decision: 'ask', id: 'machine' },
  firewall: { decision: 'ask', id: 'machine' },
}

/** Temporary, and no part of the user's work. */
const isScratch = (path: string, { own, scratch }: Facts): boolean =>
  scratch.some((directory) => isWithin(path, directory)) && !own.some((directory) => isWithin(path, directory))

/** Services that stay off after a restart, those that guard the machine, and file systems that it needs. */
const WEAKENS =
  /^(?:disable|mask)\b|^(?:stop|kill)\b.*\b(?:firewalld|ufw|iptables|nftables|auditd|apparmor|fail2ban|sshd?|falcon\S*|osqueryd|clamav\S*)\b|^umount\b.* \/(?:home|usr|var|etc|boot)?$/

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
    if (what === 'schedule') return [ask('machine', data)]
    if (what === 'service' && WEAKENS.test(detail)) return [ask('machine', data)]
    if (what === 'uninstall' && run.args.some((arg) => REGARDLESS.test(arg))) return [ask('machine', data)]
    if (what === 'kill' && /^(?:-?1|0)$/.test(detail)) return [ask('processes', data)]
    if (what === 'privilege' && detail === 'shell') return [ask('root-shell', data)]
    return []
  })
