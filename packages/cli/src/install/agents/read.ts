import { isAlias, isMap, isScalar, isSeq, type Document, type Node, type Pair, type YAMLMap } from 'yaml'

/** The hooks of an agent's file, whether an event has a list of groups or a single one. */

export interface AgentHook {
  readonly event: string
  readonly matcher?: string
  readonly command?: string
  readonly timeout?: number
}

export interface EntryNode extends AgentHook {
  readonly node: Node
  /** Offset of the `-` before it, where it is an item of a block list. */
  readonly dash: number | undefined
}

export interface GroupNode {
  readonly dash: number | undefined
  readonly node: Node
  readonly entries: readonly EntryNode[]
}

export interface EventNode {
  readonly name: string
  readonly key: Node
  readonly value: Node | null
  readonly groups: readonly GroupNode[]
}

export interface HooksNode {
  readonly key: Node
  readonly value: Node | null
  readonly events: readonly EventNode[]
}

/** Undefined when the file has no `hooks`. */
export function hooksOf(document: Document): HooksNode | undefined {
  const root = document.contents
  const pair = isMap(root) ? pairOf(root, 'hooks') : undefined
  if (pair === undefined) return undefined
  const value = followed(pair.value, document)
  const events = isMap(value) ? (value.items as readonly Pair<Node, Node | null>[]) : []
  return {
    key: pair.key,
    value: pair.value,
    events: events.map((event) => ({
      name: textOf(event.key) ?? '',
      key: event.key,
      value: event.value,
      groups: groupsOf(event, document),
    })),
  }
}

export const agentHooksOf = (document: Document): readonly AgentHook[] =>
  entriesOf(hooksOf(document)).map(({ node: _node, dash: _dash, ...hook }) => hook)

export const entriesOf = (hooks: HooksNode | undefined): readonly EntryNode[] =>
  (hooks?.events ?? []).flatMap(({ groups }) => groups.flatMap(({ entries }) => entries))

function groupsOf({ key, value }: Pair<Node, Node | null>, document: Document): readonly GroupNode[] {
  const event = textOf(key) ?? ''
  return itemsOf(value, document).map(({ node, dash }) => {
    const group = isMap(node) ? node : undefined
    const matcher = textOf(followed(group && valueOf(group, 'matcher'), document))
    // An entry in the place of its group.
    const isFlat = group !== undefined && valueOf(group, 'hooks') === undefined && group.has('command')
    const entries = isFlat ? [{ node: group as Node, dash }] : itemsOf(group && valueOf(group, 'hooks'), document)
    return {
      node,
      dash,
      entries: entries.map((entry) => ({
        ...entry,
        event,
        ...(matcher !== undefined && { matcher }),
        ...fieldsOf(entry.node, document),
      })),
    }
  })
}

function fieldsOf(node: Node, document: Document): Pick<AgentHook, 'command' | 'timeout'> {
  if (!isMap(node)) return {}
  const command = textOf(followed(valueOf(node, 'command'), document))
  const timeout = followed(valueOf(node, 'timeout'), document)
  return {
    ...(command !== undefined && { command }),
    ...(isScalar(timeout) && typeof timeout.value === 'number' && { timeout: timeout.value }),
  }
}

interface Item {
  readonly node: Node
  readonly dash: number | undefined
}

/** A single value counts as a list of one. */
function itemsOf(given: unknown, document: Document): readonly Item[] {
  const value = followed(given, document)
  if (!isSeq(value)) return isMap(value) ? [{ node: value, dash: undefined }] : []
  const token = value === given && value.srcToken?.type === 'block-seq' ? value.srcToken : undefined
  return value.items.map((item, index) => ({
    node: followed(item, document) as Node,
    dash: token?.items[index]?.start.find(({ type }) => type === 'seq-item-ind')?.offset,
  }))
}

/** The value of a key without a value. */
export const isEmpty = (node: Node | null): boolean => node === null || node.range?.[0] === node.range?.[1]

const followed = (node: unknown, document: Document): unknown =>
  isAlias(node) ? node.resolve(document) : (node ?? undefined)

function pairOf(map: YAMLMap, name: string): Pair<Node, Node | null> | undefined {
  return (map.items as readonly Pair<Node, Node | null>[]).find(({ key }) => textOf(key) === name)
}

const valueOf = (map: YAMLMap, name: string): Node | undefined => pairOf(map, name)?.value ?? undefined

const textOf = (node: unknown): string | undefined =>
  isScalar(node) && typeof node.value === 'string' ? node.value : undefined
