import { applyEdits, modify, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { isOurLine, type Scope } from '../app/installs.ts'
import type { Group } from './entries.ts'

/** Changes to the text of a settings file that leave every other byte of it alone. */

type Json = Readonly<Record<string, unknown>>

/** Claude Code accepts a byte order mark, and no comment: one comment makes it ignore the whole file. */
export function hasComments(text: string): boolean {
  const errors: ParseError[] = []
  parseTree(withoutMark(text), errors, { disallowComments: true })
  return errors.some(({ error }) => printParseErrorCode(error) === 'InvalidCommentToken')
}

const MARK = '\uFEFF'
const withoutMark = (text: string): string => (text.startsWith(MARK) ? text.slice(MARK.length) : text)

/** Why the text is no settings file, or undefined. */
export function textProblem(given: string): string | undefined {
  const text = withoutMark(given)
  const errors: ParseError[] = []
  parseTree(text, errors, { allowTrailingComma: false, disallowComments: false })
  const [first] = errors
  if (first !== undefined) {
    const before = text.slice(0, first.offset).split('\n')
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
    return `is not valid JSON at ${place} (${printParseErrorCode(first.error)})`
  }
  return isObject(parse(text)) ? undefined : 'does not hold a JSON object'
}

/** The text with exactly these entries of ours for this install, in place of whatever it had of ours. */
export function withEntries(text: string, wanted: Readonly<Record<string, Group>>, scope: Scope): string {
  if (text.startsWith(MARK)) return MARK + withEntries(withoutMark(text), wanted, scope)
  const before = text.trim() === '' ? '{}\n' : text
  const events = new Set([...Object.keys(hooksOf(before)), ...Object.keys(wanted)])
  return [...events].reduce((current, event) => withEntry(current, event, wanted[event], scope), before)
}

export function withoutEntries(text: string, scope: Scope): string {
  if (text.startsWith(MARK)) return MARK + withoutEntries(withoutMark(text), scope)
  const rest = withEntries(text, {}, scope)
  return rest !== text && Object.keys(hooksOf(rest)).length === 0 ? edited(rest, ['hooks'], undefined) : rest
}

function withEntry(given: string, event: string, wanted: Group | undefined, scope: Scope): string {
  const text = withoutOursInForeignGroups(given, event, scope)
  const groups = groupsOf(text, event)
  const ours = groups.flatMap((group, index) => (isOurs(group, scope) ? [index] : []))
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

/** Somebody may have put an entry of theirs beside ours; theirs stays where it is. */
function withoutOursInForeignGroups(text: string, event: string, scope: Scope): string {
  const places = groupsOf(text, event).flatMap((group, index) => {
    const own = entriesIn(group).map((entry) => isOurEntry(entry, scope))
    const isMixed = own.includes(true) && own.includes(false)
    return isMixed ? own.flatMap((isOwn, at) => (isOwn ? [[index, at] as const] : [])) : []
  })
  return places
    .toReversed()
    .reduce((current, [group, at]) => edited(current, ['hooks', event, group, 'hooks', at], undefined), text)
}

function appended(text: string, event: string, count: number, group: Group): string {
  return count === 0 ? edited(text, ['hooks', event], [group]) : edited(text, ['hooks', event, count], group, true)
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function edited(text: string, path: (string | number)[], value: unknown, isArrayInsertion = false): string {
  return applyEdits(text, modify(text, path, value, { isArrayInsertion, formattingOptions: formattingOf(text) }))
}

/** The file's own way of writing, as far as it shows one. */
function formattingOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

/** A group in which every entry is ours. */
const isOurs = (group: unknown, scope: Scope): boolean => {
  const entries = entriesIn(group)
  return entries.length > 0 && entries.every((entry) => isOurEntry(entry, scope))
}

export const isOurEntry = (entry: unknown, scope: Scope): boolean =>
  isObject(entry) && typeof entry['command'] === 'string' && isOurLine(entry['command'], scope)

export const entriesIn = (group: unknown): readonly unknown[] =>
  isObject(group) && Array.isArray(group['hooks']) ? group['hooks'] : []

export function hooksOf(text: string): Json {
  const root = parse(withoutMark(text)) as unknown
  const hooks = isObject(root) ? root['hooks'] : undefined
  return isObject(hooks) ? hooks : {}
}

function groupsOf(text: string, event: string): readonly unknown[] {
  const groups = hooksOf(text)[event]
  return Array.isArray(groups) ? groups : []
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
