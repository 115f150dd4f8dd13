import { UNKNOWN } from '../../effects.ts'
import { gitArguments } from '../../git/git-grammar.ts'
import { isOn, valueOf, wordsOf } from '../../git/git-options.ts'
import type { GitReading } from './git.ts'

type Net = NonNullable<GitReading['net']>

/** What git uses when nothing is named. */
const DEFAULT_REMOTE = 'origin'

const from = (target = DEFAULT_REMOTE): Net => ({ target, sends: false })
const to = (target = DEFAULT_REMOTE): Net => ({ target, sends: true })

/** Whom a git command talks to. */
export function netOf(command: string, args: readonly string[]): Net | undefined {
  const given = gitArguments(command, args)
  const words = wordsOf(given)
  const [first, second] = words
  if (given.help) return undefined
  switch (command) {
    case 'push':
      return to(first ?? valueOf(given, 'repo'))
    case 'send-pack':
    case 'http-push':
      return to(first)
    case 'send-email':
    case 'imap-send':
      return to(valueOf(given, 'smtp-server') ?? UNKNOWN)
    case 'fetch':
    case 'pull':
    case 'ls-remote':
    case 'fetch-pack':
      return from(first)
    case 'clone':
      return from(first ?? UNKNOWN)
    case 'archive': {
      const remote = valueOf(given, 'remote')
      return remote === undefined ? undefined : from(remote)
    }
    case 'remote':
      if (first === 'add') return isOn(given, 'f') ? from(words[2]) : undefined
      return ['update', 'show', 'prune'].includes(first ?? '') ? from(second) : undefined
    case 'submodule':
      if (first === 'add') return from(second ?? UNKNOWN)
      return first === 'update' ? from() : undefined
    case 'lfs':
      if (first === 'push') return to(second)
      return ['fetch', 'pull', 'clone'].includes(first ?? '') ? from(second) : undefined
    case 'subtree':
      if (!['add', 'pull', 'push'].includes(first ?? '')) return undefined
      return first === 'push' ? to(second) : from(second)
    default:
      return undefined
  }
}
