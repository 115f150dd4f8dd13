import { applyEdits, modify, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { lineOf } from '@holdpoint/runtime'
import { isHostEntry } from './host-entries.ts'
import type { IsOurs } from './ours.ts'
import { placeIn } from './place-in.ts'
import { isObject, type JsonObject } from '@holdpoint/engine'

/** Changes to the text of a settings file that keep every other byte. */

/** Claude Code accepts a byte order mark, but no comment: one comment makes it ignore the whole file. */
export function hasComments(text: string): boolean {
  const errors: ParseError[] = []
  parseTree(withoutMark(text), errors, { disallowComments: true })
  return errors.some(({ error }) => printParseErrorCode(error) === 'InvalidCommentToken')
}

const MARK = '\uFEFF'
const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(MARK.length) : text)

/** Why the text is not a settings file, or undefined. */
export function textProblem(given: string): string | undefined {
  const text = withoutMark(given)
  const errors: ParseError[] = []
  parseTree(text, errors, { allowTrailingComma: false, disallowComments: false })
  const [first] = errors
  if (first !== undefined) {
    const { line, column } = placeIn(text, first.offset)
    return `is not valid JSON at line ${line}, column ${column} (${printParseErrorCode(first.error)})`
  }
  return isObject(parse(text)) ? undefined : 'is not a JSON object'
}

/** The text with exactly these entries in place of all entries of ours. */
export function withEntries(
  text: string,
  wanted: Readonly<Record<string, object>>,
  isOurs: IsOurs,
  empty = '{}\n',
): string {
  if (text.startsWith(MARK)) return MARK + withEntries(withoutMark(text), wanted, isOurs, empty)
  const before = text.trim() === '' ? empty : text
  const events = new Set([...Object.keys(hooksOf(before)), ...Object.keys(wanted)])
  return [...events].reduce((current, event) => withEntry(current, event, wanted[event], isOurs), before)
}

export function withoutEntries(text: string, isOurs: IsOurs): string {
  if (text.startsWith(MARK)) return MARK + withoutEntries(withoutMark(text), isOurs)
  const rest = withEntries(text, {}, isOurs)
  return rest !== text && Object.keys(hooksOf(rest)).length === 0 ? edited(rest, ['hooks'], undefined) : rest
}

function withEntry(given: string, event: string, wanted: object | undefined, isOurs: IsOurs): string {
  const text = withoutOursInMixedGroups(given, event, isOurs)
  const groups = groupsOf(text, event)
  const ours = groups.flatMap((group, index) => (isOurGroup(group, isOurs) ? [index] : []))
  const [first, ...others] = ours
  const pruned = others
    .toReversed()
    .reduce((current, index) => edited(current, ['hooks', event, index], undefined), text)
  if (wanted !== undefined) {
    if (first === undefined) return appended(pruned, event, groups.length, wanted)
    return same(groups[first], wanted) ? pruned : edited(pruned, ['hooks', event, first], wanted)
  }
  if (first === undefined) return pruned
  const removed = edited(pruned, ['hooks', event, first], undefined)
  return groupsOf(removed, event).length === 0 ? edited(removed, ['hooks', event], undefined) : removed
}

/** A user may have put an entry beside ours in the same group; it stays where it is. */
function withoutOursInMixedGroups(text: string, event: string, isOurs: IsOurs): string {
  const places = groupsOf(text, event).flatMap((group, index) => {
    const own = entriesIn(group).map((entry) => isOurEntry(entry, isOurs) || isHostEntry(entry))
    const isMixed = own.includes(true) && own.includes(false)
    return isMixed ? own.flatMap((isOwn, at) => (isOwn ? [[index, at] as const] : [])) : []
  })
  return places
    .toReversed()
    .reduce((current, [group, at]) => edited(current, ['hooks', event, group, 'hooks', at], undefined), text)
}

function appended(text: string, event: string, count: number, group: object): string {
  return count === 0 ? edited(text, ['hooks', event], [group]) : edited(text, ['hooks', event, count], group, true)
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The text with one value inserted, replaced, or with `undefined` removed. */
export function edited(text: string, path: (string | number)[], value: unknown, isArrayInsertion = false): string {
  if (text.startsWith(MARK)) return MARK + edited(withoutMark(text), path, value, isArrayInsertion)
  return applyEdits(text, modify(text, path, value, { isArrayInsertion, formattingOptions: formattingOf(text) }))
}

/** The file's own formatting, as far as it shows one. */
function formattingOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

/** A group in which every entry is ours. */
const isOurGroup = (group: unknown, isOurs: IsOurs): boolean => {
  // Some agents have no groups: each entry stands for itself.
  const entries = isObject(group) && 'command' in group ? [group] : entriesIn(group)
  return entries.length > 0 && entries.every((entry) => isOurEntry(entry, isOurs) || isHostEntry(entry))
}

export const isOurEntry = (entry: unknown, isOurs: IsOurs): boolean => isObject(entry) && isOurs(lineOf(entry))

export const entriesIn = (group: unknown): readonly unknown[] =>
  isObject(group) && Array.isArray(group['hooks']) ? group['hooks'] : []

export function hooksOf(text: string): JsonObject {
  const { hooks } = settingsOf(text)
  return isObject(hooks) ? hooks : {}
}

export function settingsOf(text: string): JsonObject {
  const root = parse(withoutMark(text)) as unknown
  return isObject(root) ? root : {}
}

function groupsOf(text: string, event: string): readonly unknown[] {
  const groups = hooksOf(text)[event]
  return Array.isArray(groups) ? groups : []
}
