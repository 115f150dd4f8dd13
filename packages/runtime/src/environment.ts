import { basename, dirname } from 'node:path'
import type { AgentEvent, StateArea, Env } from '@holdpoint/engine'
import { redact } from './audit/redact.ts'
import { appendLine } from './system/files/write.ts'

type Variables = Readonly<Record<string, string>>

/** The environment for hooks: the environment at session start, regardless of which process answers later events. */
export interface Environment {
  get(name: string): string | undefined
  /** Variables that the agent's commands have and this process does not. */
  exported(): Variables
  export(variables: Variables): void
  /** Saves what later events need. Throws when it cannot. */
  commit(): void
}

interface Snapshot {
  readonly root: string
  /** The environment of the process that saw the session start. Absent when no hook saw it. */
  readonly variables?: Variables
  readonly exported: Variables
}

const FILE = 'environment'
const KEPT = ['CLAUDE_', 'PLANNING_', 'LLM_REVIEW_']
const SECRET = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|COOKIE|SOCKET/i
/** The host sets these for each event. */
const OF_ONE_EVENT = ['CLAUDE_ENV_FILE', 'CLAUDE_EFFORT']
const MAX_VALUE = 4_096

export function openEnvironment(event: AgentEvent, env: Env, area: StateArea, isAlone: boolean): Environment {
  const begins = event.kind === 'session.start' && event.source !== 'compact'
  // Sessions without an id would share one file.
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
      // A user who runs a hook by hand expects the variables of that command to apply.
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

/** A linked work tree shares its project's state, but not the variables found for another work tree. */
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

/** The host sources this file in the shell of every later command, so each value is quoted. */
function writeForShell(file: string | undefined, variables: Variables): void {
  if (file === undefined || file === '') return
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}\n`)
  appendLine(dirname(file), basename(file), lines.join(''))
}

const quoted = (value: string): string => `'${value.replaceAll('\0', '').replaceAll("'", String.raw`'\''`)}'`
