import { isKnown, UNKNOWN } from '../effects.ts'
import type { Scope } from '../state/scope.ts'
import { isUnset } from '../state/variables.ts'
import { variable } from './held.ts'
import { joinAll, unknown, type Value } from './value.ts'

/** The words that one word of a command becomes. */
export interface Fields {
  /** Goes on the word that is being made. */
  add(value: Value): void
  /** Text that is not quoted: it ends a word wherever IFS says so. */
  split(value: Value): void
  /** Elements, each a word of its own. */
  list(values: readonly Value[], splits: boolean): void
  end(): readonly Value[]
}

export function fieldsOf(scope: Scope): Fields {
  const done: Value[] = []
  let current: Value[] | undefined
  let many = false
  const separators = separatorsOf(scope)
  const flush = (): void => {
    if (current !== undefined) done.push({ ...joinAll(current), ...(many && { many }) })
    current = undefined
    many = false
  }
  const self: Fields = {
    add(value) {
      many ||= value.many === true
      ;(current ??= []).push(value)
    },
    split(value) {
      if (separators === undefined && /[^\w./-]/.test(value.text))
        return self.add({ ...unknown(value.from), many: true })
      const open = !isKnown(value.text)
      const pieces = separators === undefined ? [value.text] : value.text.split(separators)
      for (let at = 0; at < pieces.length; at += 2) {
        // Pieces and what is between them take turns.
        const text = pieces[at] ?? ''
        if (at > 0) {
          const isSpace = (pieces[at - 1] ?? '').trim() === ''
          if (current === undefined && !isSpace) self.add({ text: '', from: value.from })
          flush()
        }
        if (text !== '') self.add({ text, from: value.from, ...(open && !isKnown(text) && { many: true }) })
      }
    },
    list(values, splits) {
      values.forEach((value, at) => {
        if (at > 0) flush()
        if (splits) self.split(value)
        else self.add(value)
      })
    },
    end() {
      flush()
      return done
    },
  }
  return self
}

/** What unquoted expansions are split at; undefined when that is not known. */
function separatorsOf(scope: Scope): RegExp | undefined {
  if (!scope.state.variables.has('IFS') || isUnset(scope.state, 'IFS') === 'surely') return SPACES
  const own = variable('IFS', scope)?.text
  if (own === undefined || own.includes(UNKNOWN) || isUnset(scope.state, 'IFS') === 'maybe') return undefined
  return splitterOf(own)
}

/** Spaces around another separator belong to it; without any, spaces in a row are one. */
export function splitterOf(ifs: string): RegExp {
  const escaped = (text: string): string => text.replace(/[\\\]^-]/g, String.raw`\$&`)
  const spaces = escaped(ifs.replace(/[^ \t\n]/g, ''))
  const others = escaped(ifs.replace(/[ \t\n]/g, ''))
  if (spaces === '' && others === '') return NEVER
  if (others === '') return new RegExp(`([${spaces}]+)`)
  return spaces === '' ? new RegExp(`([${others}])`) : new RegExp(`([${spaces}]*[${others}][${spaces}]*|[${spaces}]+)`)
}

const SPACES = /([ \t\n]+)/
const NEVER = /((?!))/
