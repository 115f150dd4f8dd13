import { ANY, ONE, UNKNOWN, foldName } from '@holdpoint/shell'

/**
 * Patterns for paths: `*` and `?` stay within one level, `**` crosses levels, `{a,b}` is a choice, `[abc]` a set.
 * A leading dot is a character like any other. All states of a pattern are followed at once, so any pattern takes at
 * most its own length in steps for each character of a path.
 */

export interface GlobOptions {
  readonly ignoreCase?: boolean
}

export function globMatcher(pattern: string, { ignoreCase = false }: GlobOptions = {}): (path: string) => boolean {
  const fold = (text: string): string => (ignoreCase ? foldName(text) : text)
  const program = compile(fold(pattern))
  return (path) => runs(program, fold(path))
}

/** A later pattern wins over an earlier one; `!` in front takes back what an earlier one matched. */
export function globListMatcher(patterns: readonly string[], options?: GlobOptions): (path: string) => boolean {
  const rules = patterns.map((pattern) => ({
    takes: !pattern.startsWith('!'),
    test: globMatcher(pattern.startsWith('!') ? pattern.slice(1) : pattern, options),
  }))
  return (path) => rules.findLast(({ test }) => test(path))?.takes ?? false
}

/** Whether a path with unknown parts (effects of @holdpoint/shell) may turn out to be one that the pattern matches. */
export function globMayMatch(pattern: string): (path: string) => boolean {
  const { steps, start } = compile(pattern)
  return (path) => {
    let now = reachable(steps, [start])
    for (const char of path) {
      now = char === UNKNOWN || char === ANY ? spread(steps, now, char) : reachable(steps, next(steps, now, char))
      if (now.size === 0) return false
    }
    return now.has(END)
  }
}

type Step =
  | { readonly take: (char: string) => boolean; readonly next: number }
  /** Goes to several places without taking a character. */
  | { readonly fork: readonly number[] }

interface Program {
  readonly steps: readonly Step[]
  readonly start: number
}

const END = 0
const inLevel = (char: string): boolean => char !== '/'
const anything = (): boolean => true

/** Compiled back to front: each part is given the state that follows it. */
function compile(pattern: string): Program {
  const steps: Step[] = [{ fork: [] }]
  const add = (step: Step): number => steps.push(step) - 1
  /** Zero or more characters. */
  const loop = (take: (char: string) => boolean, next: number): number => {
    const fork: number[] = [next]
    const entry = add({ fork })
    fork.push(add({ take, next: entry }))
    return entry
  }
  const build = (parts: readonly Part[], next: number): number =>
    parts.reduceRight((behind, part) => {
      switch (part.kind) {
        case 'take':
          return add({ take: part.take, next: behind })
        case 'level':
          return loop(inLevel, behind)
        case 'levels':
          return loop(anything, behind)
        case 'directories':
          return add({ fork: [behind, loop(anything, add({ take: (char) => char === '/', next: behind }))] })
        case 'rest':
          return add({ fork: [behind, add({ take: (char) => char === '/', next: loop(anything, behind) })] })
        case 'choice':
          return add({ fork: part.branches.map((branch) => build(branch, behind)) })
      }
    }, next)
  return { start: build(partsOf(pattern), END), steps }
}

function runs({ steps, start }: Program, path: string): boolean {
  let now = reachable(steps, [start])
  for (const char of path) {
    const after: number[] = []
    for (const at of now) {
      const step = steps[at]
      if (step !== undefined && 'take' in step && step.take(char)) after.push(step.next)
    }
    if (after.length === 0) return false
    now = reachable(steps, after)
  }
  return now.has(END)
}

/** Where one character leads, which may be an unknown one. */
function next(steps: readonly Step[], from: ReadonlySet<number>, char: string): readonly number[] {
  return Array.from(from).flatMap((at) => {
    const step = steps[at]
    return step !== undefined && 'take' in step && mayTake(step.take, char) ? [step.next] : []
  })
}

function mayTake(take: (char: string) => boolean, char: string): boolean {
  if (char === UNKNOWN) return true
  // Only a slash in the pattern takes a slash and nothing else.
  return char === ANY || char === ONE ? !take('/') || take('x') : take(char)
}

/** Where any number of unknown characters lead. */
function spread(steps: readonly Step[], from: ReadonlySet<number>, char: string): ReadonlySet<number> {
  let all = from
  for (let size = -1; size !== all.size;) {
    size = all.size
    all = reachable(steps, [...all, ...next(steps, all, char)])
  }
  return all
}

function reachable(steps: readonly Step[], from: readonly number[]): ReadonlySet<number> {
  const seen = new Set(from)
  // A set that grows while it is walked is walked to its end.
  for (const at of seen) {
    const step = steps[at]
    if (step !== undefined && 'fork' in step) for (const to of step.fork) seen.add(to)
  }
  return seen
}

type Part =
  | { readonly kind: 'take'; readonly take: (char: string) => boolean }
  | { readonly kind: 'level' | 'levels' | 'directories' | 'rest' }
  | { readonly kind: 'choice'; readonly branches: readonly (readonly Part[])[] }

/** Braces nested deeper than this are plain text. */
const MAX_DEPTH = 8

function partsOf(pattern: string, depth = 0): readonly Part[] {
  const parts: Part[] = []
  let at = 0
  while (at < pattern.length) {
    const { part, end } = partAt(pattern, at, depth)
    parts.push(part)
    at = end
  }
  return parts
}

function partAt(pattern: string, at: number, depth: number): { readonly part: Part; readonly end: number } {
  const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
  const rest = pattern.slice(at, at + 4)
  const atLevel = at === 0 || pattern[at - 1] === '/'
  if (rest === '/**') return { part: { kind: 'rest' }, end: at + 3 }
  if (rest.startsWith('**/') && atLevel) return { part: { kind: 'directories' }, end: at + 3 }
  if (rest.startsWith('**')) return { part: { kind: 'levels' }, end: at + 2 }
  if (char === '*') return { part: { kind: 'level' }, end: at + 1 }
  if (char === '?') return { part: { kind: 'take', take: inLevel }, end: at + 1 }
  if (char === '\\' && at + 1 < pattern.length)
    return literal(String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0), at + 1)
  return (
    (char === '[' ? setAt(pattern, at) : undefined) ??
    (char === '{' ? choiceAt(pattern, at, depth) : undefined) ??
    literal(char, at)
  )
}

const literal = (char: string, at: number): { readonly part: Part; readonly end: number } => ({
  part: { kind: 'take', take: (given) => given === char },
  end: at + char.length,
})

function setAt(pattern: string, at: number): { readonly part: Part; readonly end: number } | undefined {
  const isNegated = pattern[at + 1] === '!' || pattern[at + 1] === '^'
  const start = at + (isNegated ? 2 : 1)
  // A leading bracket is a member of the set.
  const end = pattern.indexOf(']', start + 1)
  if (end === -1) return undefined
  const members = pattern.slice(start, end).match(/./gsu) ?? []
  const ranges: (readonly [string, string])[] = []
  for (let index = 0; index < members.length; index++) {
    const from = members[index] ?? ''
    const isRange = members[index + 1] === '-' && index + 2 < members.length
    ranges.push([from, isRange ? (members[index + 2] ?? from) : from])
    if (isRange) index += 2
  }
  const take = (char: string): boolean =>
    char !== '/' && ranges.some(([from, to]) => char >= from && char <= to) !== isNegated
  return { part: { kind: 'take', take }, end: end + 1 }
}

function choiceAt(
  pattern: string,
  at: number,
  depth: number,
): { readonly part: Part; readonly end: number } | undefined {
  if (depth === MAX_DEPTH) return undefined
  const branches: string[] = []
  let open = 0
  let from = at + 1
  for (let index = at; index < pattern.length; index++) {
    const char = pattern[index]
    if (char === '\\') index++
    else if (char === '{') open++
    else if ((char === ',' || char === '}') && open === 1) {
      branches.push(pattern.slice(from, index))
      from = index + 1
      if (char === '}') {
        const parts = branches.map((branch) => partsOf(branch, depth + 1))
        return { part: { kind: 'choice', branches: parts }, end: index + 1 }
      }
    } else if (char === '}') open--
  }
  return undefined
}
