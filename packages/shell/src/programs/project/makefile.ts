import { own } from '../../own.ts'
import { UNKNOWN } from '../../effects.ts'

/** A Makefile, as far as it can be read without running make. What cannot is unknown. */

export interface Rule {
  readonly targets: readonly string[]
  readonly needs: readonly string[]
  readonly recipe: readonly string[]
}

export interface Makefile {
  readonly variables: Map<string, string>
  readonly rules: Rule[]
  readonly includes: string[]
  /** `$(shell …)` and `!=` run while the file is read. */
  readonly lines: string[]
}

const ASSIGNMENT = /^(?:override\s+|export\s+|private\s+)*([\w.%-]+)\s*(\?|\+|!|:{1,3})?=\s*(.*)$/s
const RULE = /^((?:\\.|\$\([^)]*\)|\$\{[^}]*\}|[^:=#\\$]|\$[^({])+?)\s*(?:&?:{1,2})(?!=)\s*([^;#]*)(?:;(.*))?/s

export function readMakefile(
  text: string,
  into: Makefile = { variables: new Map(), rules: [], includes: [], lines: [] },
): Makefile {
  const { variables, rules, includes, lines } = into
  let recipe: string[] | undefined
  let prefix = '\t'
  let define: { readonly name: string; readonly body: string[] } | undefined
  for (const line of joined(text)) {
    if (define !== undefined) {
      if (/^\s*endef\b/.test(line)) {
        variables.set(define.name, define.body.join('\n'))
        define = undefined
      } else define.body.push(line)
      continue
    }
    if (line.startsWith(prefix)) {
      recipe?.push(line.slice(prefix.length))
      continue
    }
    // One blank between words: a pattern would look for the end of a long row of them again and again.
    const plain = line
      .replace(/\s+/g, ' ')
      .replace(/(^|\s)#.*$/s, '')
      .trim()
    if (plain === '' || /^(?:ifn?eq|ifn?def|else|endif|vpath|unexport|undefine)\b/.test(plain)) continue
    const named = /^(?:override\s+|export\s+)*define\s+([\w.-]+)/.exec(plain)?.[1]
    if (named !== undefined) {
      define = { name: named, body: [] }
      continue
    }
    const files = /^[-s]?include\s+(.+)$/.exec(plain)?.[1]
    if (files !== undefined) {
      includes.push(...files.split(/\s+/))
      continue
    }
    const [, name, how, value = ''] = ASSIGNMENT.exec(plain) ?? []
    if (name !== undefined) {
      if (name === '.RECIPEPREFIX') prefix = value[0] ?? '\t'
      if (how === '!') lines.push(value)
      if (how?.startsWith(':') === true && value.includes('$(')) lines.push(...shellCalls(value))
      const old = variables.get(name)
      if (how === '+' && old !== undefined) variables.set(name, `${old} ${value}`)
      else if (how !== '?' || old === undefined) variables.set(name, how === '!' ? UNKNOWN : value)
      continue
    }
    const [, targets, needs = '', inline] = RULE.exec(plain) ?? []
    if (targets === undefined) {
      lines.push(...shellCalls(plain))
      continue
    }
    recipe = inline === undefined ? [] : [inline]
    rules.push({ targets: words(targets), needs: words(needs.replaceAll('|', ' ')), recipe })
  }
  return into
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** A backslash at its end continues a line; in a recipe the shell sees it. */
function joined(text: string): readonly string[] {
  const all: string[] = []
  let open: string | undefined
  for (const line of text.split('\n')) {
    const whole: string = open === undefined ? line : `${open}\n${line.replace(/^\t/, '')}`
    if (/(?:^|[^\\])(?:\\\\)*\\$/.test(line)) open = whole
    else {
      all.push(whole.startsWith('\t') ? whole : whole.replaceAll('\\\n', ' '))
      open = undefined
    }
  }
  return open === undefined ? all : [...all, open]
}

/** The commands of every `$(shell …)`. */
export function shellCalls(text: string): readonly string[] {
  const found: string[] = []
  for (let at = text.indexOf('$(shell '); at >= 0 && found.length < MAX_CALLS; at = text.indexOf('$(shell ', at + 1)) {
    const end = closing(text, at + 1)
    if (end < 0) break
    found.push(text.slice(at + '$(shell '.length, end))
  }
  return found
}

const MAX_CALLS = 20

/** The place of the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  const [from, to] = text[open] === '{' ? ['{', '}'] : ['(', ')']
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === from) depth++
    else if (text[at] === to && --depth === 0) return at
  }
  return -1
}

const MAX_EXPANDED = 1 << 15
const MAX_DEPTH = 12

/** A text with its variables filled in; what is not set or not understood is unknown, and never nothing. */
export function expand(text: string, value: (name: string) => string | undefined, depth = 0): string {
  if (!text.includes('$')) return text
  if (depth > MAX_DEPTH || text.length > MAX_EXPANDED) return UNKNOWN
  let out = ''
  for (let at = 0; at < text.length && out.length < MAX_EXPANDED; at++) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (char !== '$') out += char
    else if (next === '$') {
      out += '$'
      at++
    } else if (next === '(' || next === '{') {
      const end = closing(text, at + 1)
      if (end < 0) return out + UNKNOWN
      out += named(text.slice(at + 2, end), value, depth)
      at = end
    } else {
      out += named(next, value, depth)
      at++
    }
  }
  return out
}

function named(inner: string, value: (name: string) => string | undefined, depth: number): string {
  const [, call, rest = ''] = /^([a-z-]+)\s+(.*)$/s.exec(inner) ?? []
  if (call === 'strip' || call === 'abspath' || call === 'realpath') return expand(rest, value, depth + 1).trim()
  if (call !== undefined || !/^[\w.@<^?*+%-]+$/.test(inner)) return UNKNOWN
  const text = value(inner)
  return text === undefined ? UNKNOWN : expand(text, value, depth + 1)
}

/** Every command of a Makefile, whichever target it belongs to; lines of a piece in which no rule can be seen. */
export function makefileCommands(text: string, home: string | undefined): readonly string[] {
  const { variables, rules, lines } = readMakefile(text)
  const value = (name: string): string | undefined =>
    variables.get(name) ?? (name === 'HOME' ? home : own(DEFAULTS, name))
  const plain = rules.length === 0 && variables.size === 0 ? text.split('\n') : []
  return [
    ...lines.map((line) => expand(line, value)),
    ...[...rules.flatMap(({ recipe }) => recipe), ...plain].flatMap((line) => [
      ...shellCalls(line).map((inner) => expand(inner, value)),
      expand(line, value).replace(/^[\s@+-]+/, ''),
    ]),
  ]
}

/** Variables that make sets automatically. */
export const DEFAULTS: Readonly<Record<string, string>> = {
  MAKE: 'make',
  RM: 'rm -f',
  SHELL: '/bin/sh',
  CC: 'cc',
  CXX: 'g++',
  AR: 'ar',
}
