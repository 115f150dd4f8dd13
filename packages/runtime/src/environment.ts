import { basename, dirname } from 'node:path'
import type { AgentEvent, StateArea, Env } from '@holdpoint/engine'
import { redact } from './audit/redact.ts'
import { appendLine } from './system/files/write.ts'

type Variables = Readonly<Record<string, string>>

/** The environment as hooks see it: what a session began with stays as it was, whoever answers its later events. */
export interface Environment {
  get(name: string): string | undefined
  /** Variables that the agent's commands have, and this process has not. */
  exported(): Variables
  export(variables: Variables): void
  /** Writes down what has to be known at later events. Throws when it cannot. */
  commit(): void
}

interface Snapshot {
  readonly root: string
  /** Of the process that saw the session start. Absent when nobody did. */
  readonly variables?: Variables
  readonly exported: Variables
}

const FILE = 'environment'
const KEPT = ['CLAUDE_', 'PLANNING_', 'LLM_REVIEW_']
const SECRET = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|COOKIE|SOCKET/i
/** The host sets these anew for each event. */
const OF_ONE_EVENT = ['CLAUDE_ENV_FILE', 'CLAUDE_EFFORT']
const MAX_VALUE = 4_096

export function openEnvironment(event: AgentEvent, env: Env, area: StateArea, isAlone: boolean): Environment {
  const begins = event.kind === 'session.start' && event.source !== 'compact'
  // Sessions without a name would find each other's.
  const hasName = event.session !== 'unknown'
  const added: Record<string, string> = {}
  let known: Snapshot | undefined

  function snapshot(): Snapshot {
    known ??= begins || !hasName ? undefined : kept(area, event.root)
    return (known ??= { root: event.root, exported: {} })
  }

  return {
    get(name) {
      if (Object.hasOwn(added, name)) return added[name]
      if (!isKept(name)) return env[name]
      const { variables, exported } = snapshot()
      const own = valueIn(exported, name) ?? valueIn(variables ?? {}, name)
      // Somebody who runs a hook by hand means the variables given with it.
      if (isAlone) return env[name] ?? own
      return own ?? (variables === undefined ? env[name] : undefined)
    },
    exported: () => ({ ...snapshot().exported, ...added }),
    export(variables) {
      Object.assign(added, variables)
      writeForShell(env['CLAUDE_ENV_FILE'], variables)
    },
    commit() {
      const takes = begins && !isAlone
      if (!hasName || (!takes && Object.keys(added).length === 0)) return
      const { variables = takes ? worthKeeping(env) : undefined, exported } = snapshot()
      const next: Snapshot = {
        root: event.root,
        ...(variables !== undefined && { variables }),
        exported: { ...exported, ...added },
      }
      area.update<Snapshot>(FILE, () => next)
    },
  }
}

const valueIn = (variables: Variables, name: string): string | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined

const isKept = (name: string): boolean =>
  (name === 'TZ' || KEPT.some((start) => name.startsWith(start))) && !SECRET.test(name) && !OF_ONE_EVENT.includes(name)

function worthKeeping(env: Env): Variables {
  const pairs = Object.entries(env).filter(
    (pair): pair is [string, string] =>
      isKept(pair[0]) && pair[1] !== undefined && pair[1].length <= MAX_VALUE && redact(pair[1]) === pair[1],
  )
  return Object.fromEntries(pairs)
}

/** A linked work tree shares the state of its project, but not what was found out about another work tree. */
function kept(area: StateArea, root: string): Snapshot | undefined {
  try {
    const found = area.get<Partial<Snapshot>>(FILE)
    if (found?.root !== root) return undefined
    const { variables, exported } = found
    return { root, ...(variables !== undefined && { variables: texts(variables) }), exported: texts(exported) }
  } catch {
    return undefined
  }
}

const texts = (value: unknown): Variables =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
    : {}

/** The host reads this file into the shell of every later command, so each value is quoted. */
function writeForShell(file: string | undefined, variables: Variables): void {
  if (file === undefined || file === '') return
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}\n`)
  appendLine(dirname(file), basename(file), lines.join(''))
}

const quoted = (value: string): string => `'${value.replaceAll('\0', '').replaceAll("'", String.raw`'\''`)}'`
