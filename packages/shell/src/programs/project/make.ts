import { own } from '../../own.ts'
import { isKnown, UNKNOWN } from '../../effects.ts'
import { absolutePath } from '../../paths.ts'
import { isInput, type Context } from '../../read/context.ts'
import { exactText } from '../../read/redirect.ts'
import { known } from '../../words/value.ts'
import { isFile } from '../modules.ts'
import type { Programs } from '../program.ts'
import { scriptContent } from '../scripts.ts'
import { DEFAULTS, expand, readMakefile, shellCalls, type Makefile, type Rule } from './makefile.ts'
import { directoryOf, nameOf, runProjectFile } from './project-file.ts'

/** make runs the recipes of its targets, and of what they need. */

const SPEC = {
  short: 'fCIojlWO',
  long: [
    'file',
    'makefile',
    'directory',
    'include-dir',
    'eval',
    'jobs',
    'old-file',
    'new-file',
    'what-if',
    'assume-new',
    'assume-old',
    'load-average',
  ],
}

const FILES = ['GNUmakefile', 'makefile', 'Makefile', 'BSDmakefile']

function make(context: Context): void {
  const { values, rest, has } = context.options(SPEC)
  const directory = values('C', 'directory').reduce((at, one) => absolutePath(one, at), context.state.cwd)
  const set = new Map(
    rest.flatMap((word) => {
      const [, name, value] = /^([\w.-]+)\s*[:?+]*=(.*)$/s.exec(word) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )
  const goals = rest.filter((word) => !word.includes('='))
  const call: MakeCall = {
    directory,
    goals,
    set,
    isRehearsal: has('n', 'just-print', 'dry-run', 'recon', 'q', 'question'),
  }
  for (const text of values('eval')) runMakefile(context, text, '', call)
  const named = values('f', 'file', 'makefile')
  const found = named.length > 0 ? named : FILES.filter((name) => isFile(context, `${directory}/${name}`)).slice(0, 1)
  for (const name of found) {
    if (name === '-' || isInput(name)) {
      if (isKnown(context.stdin.text)) runMakefile(context, context.stdin.text, '-', call)
      else context.code(context.name, context.stdin.from)
      continue
    }
    const path = absolutePath(name, directory)
    runProjectFile(context, path, (at, text) => runMakefile(at, text, path, call), [directory, ...rest].join(' '))
  }
}

interface MakeCall {
  readonly directory: string
  readonly goals: readonly string[]
  readonly set: ReadonlyMap<string, string>
  readonly isRehearsal: boolean
}

const MAX_INCLUDES = 20
const MAX_RULES = 300
const MAX_LINES = 1000

function runMakefile(
  context: Context,
  text: string,
  path: string,
  { directory, goals, set, isRehearsal }: MakeCall,
): void {
  if (!context.reader.step(text.length / 64)) return
  const file = readMakefile(text)
  const value = valueIn(context, file, set, directory)
  includeFiles(context, file, path === '' || path === '-' ? directory : directoryOf(path), value)
  const how = { cwd: directory, via: `make${path === '' ? '' : ` → ${nameOf(path)}`}` }
  let lines = 0
  const run = (line: string): void => {
    if (lines++ < MAX_LINES && context.reader.step()) context.shell(known(line), how)
  }
  for (const line of file.lines) run(expand(line, value))
  if (isRehearsal) return
  const byTarget = rulesOf(file, value)
  const queue = goals.length > 0 ? [...goals] : firstGoal(file, value)
  const seen = new Set<string>()
  for (let at = 0; at < queue.length && seen.size < MAX_RULES; at++) {
    const goal = queue[at] ?? ''
    if (seen.has(goal)) continue
    seen.add(goal)
    for (const { rule, stem } of rulesFor(byTarget, goal)) {
      const own = automatic(rule, goal, stem, value)
      queue.push(...rule.needs.flatMap((need) => expand(need.replaceAll('%', stem), value).split(/\s+/)))
      for (const line of rule.recipe) for (const one of expand(line, own).split('\n\n')) run(commandIn(one))
      for (const line of rule.recipe) for (const inner of shellCalls(line)) run(expand(inner, own))
    }
  }
  // A piece that was put into the file, in which no rule can be seen.
  if (file.rules.length === 0 && file.variables.size === 0)
    for (const line of text.split('\n')) run(commandIn(expand(line, value)))
}

const commandIn = (line: string): string => line.replace(/^[\s@+-]+/, '')

function valueIn(
  context: Context,
  { variables }: Makefile,
  set: ReadonlyMap<string, string>,
  directory: string,
): (name: string) => string | undefined {
  const { env, reader } = context
  return (name) => {
    const given = set.get(name) ?? variables.get(name) ?? env.get(name)?.text
    if (given !== undefined) return given
    if (name === 'CURDIR' || name === 'PWD') return directory
    return name === 'HOME' ? reader.world.home : own(DEFAULTS, name)
  }
}

function automatic(
  rule: Rule,
  goal: string,
  stem: string,
  value: (name: string) => string | undefined,
): (name: string) => string | undefined {
  return (name) => {
    if (name === '@') return goal
    if (name === '*') return stem
    if (name === '<') return rule.needs[0]?.replaceAll('%', stem)
    if (name === '^' || name === '+' || name === '?') return rule.needs.join(' ')
    return value(name)
  }
}

function includeFiles(
  context: Context,
  file: Makefile,
  directory: string,
  value: (name: string) => string | undefined,
): void {
  for (let at = 0; at < file.includes.length && at < MAX_INCLUDES; at++) {
    const path = absolutePath(expand(file.includes[at] ?? '', value), directory)
    if (!isKnown(path)) continue
    const content = scriptContent(context, path)
    const text = exactText(content, context.reader.world)
    if (text !== undefined && context.reader.step(text.length / 64)) readMakefile(text, file)
    else if (content.from.network || content.from.decoded) context.code(context.name, content.from)
  }
}

interface Rules {
  readonly exact: ReadonlyMap<string, readonly Rule[]>
  readonly patterns: readonly { readonly target: string; readonly rule: Rule }[]
}

function rulesOf({ rules }: Makefile, value: (name: string) => string | undefined): Rules {
  const exact = new Map<string, Rule[]>()
  const patterns: { target: string; rule: Rule }[] = []
  for (const rule of rules) {
    for (const target of rule.targets.flatMap((one) => expand(one, value).split(/\s+/))) {
      if (target.includes('%')) patterns.push({ target, rule })
      else if (exact.has(target)) exact.get(target)?.push(rule)
      else exact.set(target, [rule])
    }
  }
  return { exact, patterns: patterns.slice(0, MAX_RULES) }
}

function rulesFor({ exact, patterns }: Rules, goal: string): readonly { readonly rule: Rule; readonly stem: string }[] {
  const own = exact.get(goal) ?? []
  const found = own.map((rule) => ({ rule, stem: goal.replace(/\.[^./]*$/, '') }))
  if (own.some(({ recipe }) => recipe.length > 0) || goal.includes(UNKNOWN)) return found
  for (const { target, rule } of patterns) {
    const [start = '', end = ''] = target.split('%', 2)
    if (goal.length > start.length + end.length && goal.startsWith(start) && goal.endsWith(end))
      return [...found, { rule, stem: goal.slice(start.length, goal.length - end.length) }]
  }
  return found
}

function firstGoal({ rules, variables }: Makefile, value: (name: string) => string | undefined): string[] {
  const named = variables.get('.DEFAULT_GOAL')
  if (named !== undefined) return [expand(named, value)]
  const first = rules
    .flatMap(({ targets }) => targets)
    .find((target) => !target.startsWith('.') && !target.includes('%'))
  return first === undefined ? [] : expand(first, value).split(/\s+/)
}

export const makers: Programs = { make, gmake: make, bmake: make, remake: make }
