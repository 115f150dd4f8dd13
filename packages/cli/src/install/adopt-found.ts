import { isHostEntry } from './host-entries.ts'
import { SCOPES, isOurLine } from '@holdpoint/runtime'
import { isOurWrapper } from './ours.ts'
import { edited, entriesIn, hooksOf, isOurEntry } from './settings-text.ts'
import { isObject, type JsonObject } from '@holdpoint/engine'

/** Hooks in a settings file that are not ours. */

export interface Found {
  readonly event: string
  readonly matcher?: unknown
  readonly entry: JsonObject
  /** The other fields of the entry's group. */
  readonly more?: JsonObject
  /** Directly in the list of the event, without a group. */
  readonly isFlat: boolean
  readonly group: number
  /** Its index in the group. */
  readonly index: number
}

export function unownedEntries(text: string, root: string): readonly Found[] {
  return Object.entries(hooksOf(text)).flatMap(([event, groups]) =>
    Array.isArray(groups) ? groups.flatMap((group, at) => entriesOf(event, group, at, root)) : [],
  )
}

function entriesOf(event: string, group: unknown, at: number, root: string): readonly Found[] {
  if (!isObject(group)) return []
  const isUnowned = (entry: unknown): entry is JsonObject =>
    isObject(entry) && !isOurEntry(entry, (line) => isOurs(line, root)) && !isHostEntry(entry)
  if (!Array.isArray(group['hooks'])) {
    const { matcher, ...entry } = group
    const isHook = ['type', 'command', 'url', 'prompt'].some((key) => Object.hasOwn(entry, key))
    const found = { event, ...given(matcher), entry, isFlat: true, group: at, index: 0 }
    return isHook && isUnowned(group) ? [found] : []
  }
  const { matcher, hooks: _, ...more } = group
  const said = Object.keys(more).length === 0 ? {} : { more }
  return entriesIn(group).flatMap((entry, index) =>
    isUnowned(entry) ? [{ event, ...given(matcher), entry, ...said, isFlat: false, group: at, index }] : [],
  )
}

const given = (matcher: unknown): Pick<Found, 'matcher'> => (matcher === undefined ? {} : { matcher })

/** For every scope. */
const isOurs = (line: string, root: string): boolean =>
  SCOPES.some((scope) => isOurLine(line, scope)) || isOurWrapper(line, root)

/** The text without these entries, and without groups and lists that become empty. */
export function withoutFound(text: string, found: readonly Found[]): string {
  // From the end, so that earlier offsets stay valid.
  const last = found.toSorted((a, b) => b.group - a.group || b.index - a.index)
  return last.reduce((current, { event, group, index, isFlat }) => {
    const path = ['hooks', event, group]
    const without = isFlat ? edited(current, path, undefined) : edited(current, [...path, 'hooks', index], undefined)
    return withoutEmpty(without, event, isFlat ? undefined : group)
  }, text)
}

function withoutEmpty(text: string, event: string, group: number | undefined): string {
  const groups = hooksOf(text)[event]
  const isEmpty = group !== undefined && Array.isArray(groups) && entriesIn(groups[group]).length === 0
  const pruned = isEmpty ? edited(text, ['hooks', event, group], undefined) : text
  const left = hooksOf(pruned)[event]
  const rest = Array.isArray(left) && left.length === 0 ? edited(pruned, ['hooks', event], undefined) : pruned
  return rest !== pruned && Object.keys(hooksOf(rest)).length === 0 ? edited(rest, ['hooks'], undefined) : rest
}

/** The text with one of them restored, beside others of the same matcher. */
export function withFound(text: string, found: Omit<Found, 'group' | 'index'>, root: string): string {
  const { event, entry, isFlat, matcher, more } = found
  const groups = hooksOf(text)[event]
  const list: readonly unknown[] = Array.isArray(groups) ? groups : []
  const fields = { ...given(matcher), ...more }
  const group = isFlat ? { ...fields, ...entry } : { ...fields, hooks: [entry] }
  if (list.length === 0) return edited(text, ['hooks', event], [group])
  const same = list.findIndex((other, at) => {
    const unowned = entriesOf(event, other, at, root)
    return unowned.length > 0 && unowned.every((one) => !one.isFlat && one.matcher === matcher)
  })
  if (isFlat || same === -1) return edited(text, ['hooks', event, list.length], group, true)
  return edited(text, ['hooks', event, same, 'hooks', entriesIn(list[same]).length], entry, true)
}
