import { isMap, isNode, isPair, isSeq, type Node, type Pair } from 'yaml'
import type { IsOurs } from '../ours.ts'
import { frontmatterOf, type Frontmatter } from './frontmatter.ts'
import { entriesOf, hooksOf, isEmpty, type AgentHook, type EntryNode, type EventNode } from './read.ts'

/** Edits to the hooks in a page's frontmatter that keep every other byte. */

export interface WantedHook extends AgentHook {
  readonly command: string
  readonly timeout: number
}

/** The page with exactly these hooks of ours; undefined when that would change anything that is not ours. */
export function withHooks(page: string, wanted: readonly WantedHook[], isOurs: IsOurs): string | undefined {
  const before = sound(page)
  if (before === undefined) return undefined
  const ours = entriesOf(hooksOf(before.document)).filter((entry) => isOurEntry(entry, isOurs))
  if (same(ours.map(shapeOf), wanted.map(shapeOf))) return page
  const bare = withoutHooks(page, isOurs)
  const after = wanted.reduce<string | undefined>(
    (text, hook) => (text === undefined ? undefined : withHook(text, hook)),
    bare,
  )
  const result = after === undefined ? undefined : sound(after)
  if (result === undefined) return undefined
  const isKept = unownedPart(result, isOurs) === unownedPart(before, isOurs)
  const written = entriesOf(hooksOf(result.document)).filter((entry) => isOurEntry(entry, isOurs))
  return isKept && same(written.map(shapeOf), wanted.map(shapeOf)) ? after : undefined
}

/** The page without our hooks, and without lists that held only them. */
export function withoutHooks(page: string, isOurs: IsOurs): string {
  const frontmatter = sound(page)
  const hooks = frontmatter && hooksOf(frontmatter.document)
  if (frontmatter === undefined || hooks === undefined) return page
  const isAll = (entries: readonly EntryNode[]): boolean =>
    entries.length > 0 && entries.every((entry) => isOurEntry(entry, isOurs))
  const isWhole = ({ groups }: EventNode): boolean => groups.length > 0 && groups.every(({ entries }) => isAll(entries))
  const cuts: readonly Cut[] =
    hooks.events.length > 0 && hooks.events.every(isWhole)
      ? [{ from: hooks.key, to: hooks.value }]
      : hooks.events.flatMap((event): readonly Cut[] => {
          if (isWhole(event)) return [{ from: event.key, to: event.value }]
          return event.groups.flatMap(({ dash, node, entries }): readonly Cut[] =>
            isAll(entries)
              ? [{ from: dash, to: node }]
              : entries
                  .filter((entry) => isOurEntry(entry, isOurs))
                  .map((entry) => ({ from: entry.dash, to: entry.node })),
          )
        })
  return cuts.toReversed().reduce((text, cut) => withoutLines(text, cut, frontmatter), page)
}

const isOurEntry = ({ command }: EntryNode, isOurs: IsOurs): boolean => command !== undefined && isOurs(command)

const shapeOf = ({ event, matcher, command, timeout }: AgentHook): string =>
  JSON.stringify([event, matcher, command, timeout])
const same = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())

/** Everything in a frontmatter that is not ours, for comparison. */
function unownedPart({ document }: Frontmatter, isOurs: IsOurs): string {
  const { hooks: _hooks, ...rest } = (document.toJS() ?? {}) as Record<string, unknown>
  const entries = entriesOf(hooksOf(document)).filter((entry) => !isOurEntry(entry, isOurs))
  return JSON.stringify([rest, entries.map(({ event, matcher, node }) => [event, matcher, node.toJSON()])])
}

/** The frontmatter, when it parses without a mistake. */
function sound(page: string): Frontmatter | undefined {
  const found = frontmatterOf(page)
  if (typeof found !== 'object' || found.errors.length > 0) return undefined
  try {
    // Endless alias cycles fail only in this call.
    found.document.toJS()
    return found
  } catch {
    return undefined
  }
}

interface Cut {
  /** The offset of its first line; undefined when it shares a line with something else. */
  readonly from: Node | number | undefined
  readonly to: Node | null
}

function withoutLines(page: string, { from, to }: Cut, { source, start }: Frontmatter): string {
  const at = typeof from === 'object' ? from.range?.[0] : from
  if (at === undefined) return page
  const first = source.lastIndexOf('\n', at - 1) + 1
  if (source.slice(first, at).trim() !== '') return page
  const last = afterLine(source, typeof from === 'object' ? (endOf(to) ?? endOf(from)) : endOf(to))
  return page.slice(0, start + first) + page.slice(start + last)
}

/** Adds one hook after the existing ones. */
function withHook(page: string, hook: WantedHook): string | undefined {
  const frontmatter = sound(page)
  if (frontmatter === undefined) return undefined
  const { document, source } = frontmatter
  if (document.contents !== null && !isBlockMap(document.contents)) return undefined
  const hooks = hooksOf(document)
  if (hooks === undefined) return put(page, frontmatter, source.length, ['hooks:', ...eventLines(hook, 2)])
  if (isEmpty(hooks.value)) return put(page, frontmatter, afterLine(source, endOf(hooks.key)), eventLines(hook, 2))
  if (!isBlockMap(hooks.value)) return undefined
  const column = columnOf(source, hooks.events[0]?.key)
  const event = hooks.events.find(({ name }) => name === hook.event)
  const end = afterLine(source, endOf(hooks.value))
  if (event === undefined) return put(page, frontmatter, end, eventLines(hook, column))
  if (isEmpty(event.value))
    return put(page, frontmatter, afterLine(source, endOf(event.key)), groupLines(hook, column + 2))
  if (isBlockMap(event.value)) return withHook(asList(page, frontmatter, event.value), hook)
  const [first] = event.groups
  if (!isSeq(event.value) || first?.dash === undefined) return undefined
  const dashColumn = first.dash - (source.lastIndexOf('\n', first.dash) + 1)
  return put(page, frontmatter, afterLine(source, endOf(event.value)), groupLines(hook, dashColumn))
}

/** Turns a single group into the first item of a list: its lines are indented by two more columns. */
function asList(page: string, { source, start }: Frontmatter, group: Node): string {
  const first = source.lastIndexOf('\n', group.range?.[0] ?? 0) + 1
  const last = afterLine(source, endOf(group))
  const column = columnOf(source, group)
  const moved = source.slice(first, last).replace(/^(?=[ \t]*[^\s])/gm, '  ')
  const listed = `${moved.slice(0, column)}- ${moved.slice(column + 2)}`
  return page.slice(0, start + first) + listed + page.slice(start + last)
}

function put(page: string, { start, eol }: Frontmatter, at: number, lines: readonly string[]): string {
  return page.slice(0, start + at) + lines.map((line) => line + eol).join('') + page.slice(start + at)
}

const eventLines = (hook: WantedHook, column: number): readonly string[] => [
  `${' '.repeat(column)}${hook.event}:`,
  ...groupLines(hook, column + 2),
]

function groupLines({ matcher, command, timeout }: WantedHook, column: number): readonly string[] {
  const group = matcher === undefined ? ['- hooks:'] : [`- matcher: ${JSON.stringify(matcher)}`, '  hooks:']
  const entry = ['- type: command', `  command: ${JSON.stringify(command)}`, `  timeout: ${timeout}`]
  return [...group, ...entry.map((line) => `    ${line}`)].map((line) => ' '.repeat(column) + line)
}

const isBlockMap = (node: unknown): node is Node => isMap(node) && node.srcToken?.type === 'block-map'

const columnOf = (source: string, node: Node | undefined): number => {
  const at = node?.range?.[0] ?? 0
  return at - (source.lastIndexOf('\n', at - 1) + 1)
}

/** The end of the last value inside a node. The range of a collection also covers comments that follow it. */
function endOf(node: Node | null): number | undefined {
  if (!isNode(node)) return undefined
  const isFlow = (isMap(node) || isSeq(node)) && node.flow === true
  if ((!isMap(node) && !isSeq(node)) || isFlow) return node.range?.[1]
  const last: unknown = node.items.at(-1)
  if (!isPair(last)) return endOf(last as Node | null) ?? node.range?.[1]
  const { key, value } = last as Pair<Node, Node | null>
  return (isEmpty(value) ? undefined : endOf(value)) ?? endOf(key)
}

/** The offset after the line that contains `offset`; a block scalar ends after its own last line. */
function afterLine(source: string, offset = 0): number {
  if (offset > 0 && source[offset - 1] === '\n') return offset
  const end = source.indexOf('\n', offset)
  return end === -1 ? source.length : end + 1
}
