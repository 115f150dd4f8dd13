import { isKnown, type Effects, isWithin } from '@holdpoint/shell'
import type { AgentEvent, ToolCall } from '../../event.ts'
import { wordFor } from '../../event-words.ts'
import { inputPaths, purposeOf } from '../../effects/input-paths.ts'
import type { Services } from '../../services.ts'
import type { Engine } from './engine.ts'
import { MAX_STEPS, searched, type Search, type Searched } from './pattern.ts'
import type { Ground, Touch } from './places.ts'
import type { TextKey } from './rule.ts'
import { attempt } from '../../lib/values.ts'

/** What rules can be held against: one event, and what is found out about it. Everything is found out at most once. */
export interface Facts extends Search {
  readonly event: AgentEvent
  readonly tool: ToolCall | undefined
  /** Its own name, and older ones. */
  readonly toolNames: readonly string[]
  readonly word: string
  readonly ground: Ground
  /** Undefined where no rule needs them. */
  effects: Effects | undefined
  engine: Engine | undefined
  branchAt(directory: string): string | undefined
  /** Names of the agent that is at work, `main` for the main thread. */
  readonly agents: readonly string[]
  /** Files that the call touches, for sure. */
  touches(): readonly Touch[]
  /** Those of them whose new text is known. */
  written(): readonly Touch[]
  /** Addresses that the call names beside those of a command. */
  addresses(): readonly string[]
  texts(key: TextKey): readonly Searched[]
}

type FactServices = Pick<Services, 'env' | 'files' | 'git'>

export function factsOf(event: AgentEvent, services: FactServices): Facts {
  const tool = 'tool' in event ? event.tool : undefined
  const branchAt = remembered((directory: string) => services.git.state(directory)?.branch)
  const texts = remembered((key: TextKey) => textsOf(key, event).map(searched))
  const touches = remembered((effects: Effects | undefined) => touchesOf(event, effects, services))
  const written = remembered((all: readonly Touch[]) =>
    all.filter(({ op, content }) => op === 'write' && content !== undefined),
  )
  const facts: Facts = {
    event,
    tool,
    toolNames: tool === undefined ? [] : [...new Set([tool.name, ...(event.subjects ?? [])])],
    word: wordFor(event),
    ground: groundOf(event, services),
    effects: undefined,
    engine: undefined,
    budget: MAX_STEPS,
    branchAt,
    agents: agentsOf(event),
    touches: () => touches(facts.effects),
    written: () => written(touches(facts.effects)),
    addresses: () => (tool === undefined ? [] : addressesIn(tool)),
    texts,
  }
  return facts
}

/** By first name: a sub-agent cannot call itself `main`. */
function agentsOf({ agent }: AgentEvent): readonly string[] {
  const names = [agent?.type, agent?.name].filter((name): name is string => name !== undefined && name !== 'main')
  if (agent?.id === undefined) return ['main', ...names]
  return names.length === 0 ? [''] : names
}

function touchesOf(event: AgentEvent, effects: Effects | undefined, { env }: FactServices): readonly Touch[] {
  // An argument of an unknown program may be read, or written, or be no file at all.
  const certain = (effects?.files ?? []).filter(({ maybe }) => !maybe)
  const files = certain.map(({ op, path, real, recursive, content, run }): Touch => ({
    op,
    recursive,
    paths: path === real ? [path] : [path, real],
    ...(content !== undefined && { content: searched(content) }),
    ...(run !== undefined && { run }),
  }))
  return 'tool' in event ? [...files, ...searchedBy(event), ...namedTo(event, env('HOME'))] : files
}

type ToolEvent = Extract<AgentEvent, { tool: ToolCall }>

/** A tool that searches reads everything below. */
function searchedBy({ tool, cwd }: ToolEvent): readonly Touch[] {
  if (tool.kind !== 'read' || typeof tool.input['pattern'] !== 'string') return []
  return [{ op: 'read', recursive: true, paths: [tool.files[0]?.path ?? cwd] }]
}

/** For a tool without a description, its name and the names of its inputs say what it does to which files. */
function namedTo(event: ToolEvent, home: string | undefined): readonly Touch[] {
  const paths = inputPaths(event, home)
  if (paths.length === 0) return []
  const content = searched(inputTexts(event.tool).join('\n'))
  return paths.flatMap((path) =>
    operationsOf(event).map((op) => ({ op, recursive: op === 'delete', paths: [path], content })),
  )
}

function operationsOf(event: ToolEvent): readonly Touch['op'][] {
  const purpose = purposeOf(event)
  if (purpose === 'reads') return ['read']
  if (purpose === 'looks') return ['list']
  const removes = /delete|remove|unlink|rmdir|trash|move|rename/i.test(event.tool.name.split('__').at(-1) ?? '')
  return removes ? ['delete', 'write'] : ['write']
}

/** For a tool without a description, every text in its input may be one that it writes or sends. */
function inputTexts({ kind, input }: ToolCall): readonly string[] {
  return ['mcp', 'other', 'agent', 'ask'].includes(kind) ? textsIn(input) : []
}

/** A tool that takes an address goes there. */
function addressesIn({ kind, input }: ToolCall): readonly string[] {
  if (kind !== 'mcp' && kind !== 'other') return []
  return Object.values(input)
    .flat()
    .filter((value): value is string => typeof value === 'string' && /^[a-z][a-z0-9+.-]*:\/\//i.test(value))
}

function textsOf(key: TextKey, event: AgentEvent): readonly string[] {
  switch (key) {
    case 'content':
      return 'tool' in event ? inputTexts(event.tool) : []
    case 'command':
      return 'tool' in event ? given(event.tool.command) : []
    case 'prompt':
      if (event.kind === 'prompt.command') return [`/${event.command} ${event.args}`.trim()]
      return event.kind === 'prompt.submit' ? [event.prompt] : []
    case 'output':
      return event.kind === 'tool.after' ? outputOf(event.output) : []
    case 'says':
      return saidAt(event)
  }
}

const given = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text])

function outputOf(output: unknown): readonly string[] {
  if (typeof output === 'object' && output !== null) return textsIn(output)
  return output === undefined || output === null ? [] : [typeof output === 'string' ? output : JSON.stringify(output)]
}

/** Texts inside a value are matched as they are, not in their JSON encoding. */
function textsIn(value: object): readonly string[] {
  const found: string[] = []
  const waiting: unknown[] = [value]
  for (let at = 0; at < waiting.length && at < MAX_PARTS; at++) {
    const part = waiting[at]
    if (typeof part === 'string') found.push(part)
    else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) waiting.push(inner)
  }
  return found
}

const MAX_PARTS = 10_000

function saidAt(event: AgentEvent): readonly string[] {
  const { kind } = event
  if (kind === 'turn.stop' || kind === 'agent.stop') return given(event.text)
  if (kind === 'task.created' || kind === 'task.completed')
    return [event.task.subject, ...given(event.task.description)]
  if (kind === 'teammate.idle') return given(event.tasksSummary)
  return kind === 'notification' ? [event.message] : []
}

function groundOf({ root }: AgentEvent, { env, files, git }: FactServices): Ground {
  const real = remembered((path: string) => attempt(() => files.real(path)) ?? path)
  const roots = remembered((_: 'roots') => [...new Set([root, real(root)])])
  const main = remembered((_: 'main') => attempt(() => git.state(root))?.main)
  const treeOf = (path: string): readonly string[] => {
    const parent = path.slice(0, path.lastIndexOf('/'))
    const state = isKnown(parent) && parent !== '' ? attempt(() => git.state(parent)) : undefined
    return state !== undefined && state.main === main('main') ? [state.root] : []
  }
  return {
    get roots() {
      return roots('roots')
    },
    home: env('HOME'),
    relatives: remembered((path: string) => {
      const trees = [...roots('roots'), ...treeOf(path)].filter((tree) => isWithin(path, tree))
      return [...new Set(trees.map((tree) => path.slice(tree.length + 1)))]
    }),
    resolved(directory) {
      const target = directory === '' ? '' : real(directory)
      return target === directory ? undefined : target
    },
    linkAt: remembered((name: string) => attempt(() => files.stat(`${root}/${name}`))?.kind === 'link'),
  }
}

function remembered<K, T>(find: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>()
  return (key) => {
    if (!known.has(key)) known.set(key, find(key))
    return known.get(key) as T
  }
}
