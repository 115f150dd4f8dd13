import type { Effects } from '@holdpoint/shell'
import type { MessageData } from '@holdpoint/engine'

export type Id =
  | 'root'
  | 'home'
  | 'project'
  | 'repository'
  | 'git-runs'
  | 'outside'
  | 'search'
  | 'unknown-target'
  | 'handed'
  | 'device'
  | 'storage'
  | 'shredded'
  | 'halt'
  | 'fork-bomb'
  | 'permissions'
  | 'system-file'
  | 'startup'
  | 'access'
  | 'trust'
  | 'command-name'
  | 'setuid'
  | 'link'
  | 'download'
  | 'decoded'
  | 'unseen'
  | 'remote-shell'
  | 'inject'
  | 'container'
  | 'machine'
  | 'processes'
  | 'root-shell'
  | 'sql'
  | 'cloud'
  | 'release'
  | 'grant'
  | 'unknown-verb'
  | 'plain-http'
  | 'private-network'
  | 'inexact'

/** One objection: how strong, which message, about what. */
export interface CatastropheFinding {
  readonly decision: 'deny' | 'ask'
  readonly id: Id
  readonly data: MessageData
}

/** Where the command would run. */
export interface Facts {
  readonly home: string
  /** The project root and the agent's working directory. */
  readonly own: readonly string[]
  /** Places where anything may be deleted. */
  readonly scratch: readonly string[]
}

export type Rule = (effects: Effects, facts: Facts) => readonly CatastropheFinding[]

export const deny = (id: Id, data: MessageData = {}): CatastropheFinding => ({ decision: 'deny', id, data })
export const ask = (id: Id, data: MessageData = {}): CatastropheFinding => ({ decision: 'ask', id, data })

/** What an unknown program may do, and what may be text only, is asked about. */
export const ifSure = (isSure: boolean, found: readonly CatastropheFinding[]): readonly CatastropheFinding[] =>
  isSure ? found : found.map((one) => ({ ...one, decision: 'ask' }))
