import { ANY, ONE, UNKNOWN } from '../../effects.ts'
import type { CodeAction, CodeWorld } from '../actions.ts'
import type { Expr, CodeProgram } from '../ast.ts'
import { lookup } from './scope.ts'
import {
  type Closure,
  DECODED,
  marksOf,
  NETWORK,
  type CodeScope,
  textsOf,
  UNKNOWN_VALUE,
  type CodeValue,
} from './values.ts'

export interface Arguments {
  readonly args: readonly CodeValue[]
  readonly named: ReadonlyMap<string, CodeValue>
  /** There may be more arguments than are listed. */
  readonly open: boolean
}

/** A call that has been recognised. */
export interface CodeCall extends Arguments {
  readonly machine: Machine
  /** Of which value it is a method. */
  readonly self: CodeValue | undefined
  readonly scope: CodeScope
}

/** What a function does and returns; undefined returns something unknown. */
export type Rule = (call: CodeCall) => CodeValue | undefined

/** A table of them, made when the language is first met. */
export type Rules = Readonly<Record<string, Rule>>

/** All that is particular to a language once it has been parsed. */
export interface Runtime {
  readonly read: (source: string) => CodeProgram
  /** What is there before the first line. */
  readonly start?: (machine: Machine) => void
  /** By full name. Methods are listed as `Path#unlink`, those of any value as `#split`. */
  readonly rules: Rules
  /** Names that have a value, and members that need no call: `os.sep`, `Path#parent`. */
  readonly values: Rules
  /** Methods with such distinctive names that they count on any value: `rmtree` is `shutil.rmtree`. */
  readonly guesses: Readonly<Record<string, string>>
  /** Modules of which no function should be called that is not known by name. */
  readonly risky: readonly string[]
  /** Beginnings of names that add nothing: `builtins.`, `globalThis.`. */
  readonly roots: readonly string[]
  /** Other spellings of modules. */
  readonly aliases: Readonly<Record<string, string>>
  /** A name is looked for in the rules by its text: `"unlink"("x")`. */
  readonly callsTexts: boolean
  /** A function changes variables outside without saying so. */
  readonly functionsLeak: boolean
  /** A function returns its last value. */
  readonly lastReturns: boolean
  /** File functions understand `~`. */
  readonly expandsHome: boolean
}

export interface Machine {
  readonly runtime: Runtime
  readonly world: CodeWorld
  readonly actions: CodeAction[]
  readonly seen: Map<string, CodeAction>
  readonly closures: Closure[]
  /** Bodies of functions that have been read at least once. */
  readonly done: Set<Expr>
  /** What the functions that are running have returned so far. */
  readonly returns: CodeValue[][]
  /** Modules whose names were all imported. */
  readonly stars: string[]
  readonly globals: CodeScope
  /** There may be more than is reported. */
  limited: boolean
  depth: number
  /** Above zero while something is evaluated a second time, which is paid from `budget`. */
  repeats: number
  budget: number
  /** How deep texts that are code have become. */
  nesting: number
  readonly evaluate: (expr: Expr, scope: CodeScope) => CodeValue
  /** Calls any value that can be called. */
  readonly call: (callee: CodeValue, args: Arguments, scope: CodeScope) => CodeValue
}

const MAX_ACTIONS = 2000

/** Adds an action once; the same again gives the one that is there. */
export function emit<T extends CodeAction>(machine: Machine, action: T): T {
  const key = JSON.stringify(action)
  const known = machine.seen.get(key)
  if (known !== undefined) return known as T
  if (machine.actions.length >= MAX_ACTIONS) machine.limited = true
  else {
    machine.actions.push(action)
    machine.seen.set(key, action)
  }
  return action
}

/** Where relative names count from, once the code has gone somewhere. */
export const CWD = '\0cwd'

/** Every path a value may be, with `~` and an earlier change of directory taken in. */
export function pathsOf(call: CodeCall, value: CodeValue | undefined): readonly string[] {
  if (value?.kind === 'list' && value.items.length > 0) return value.items.flatMap((item) => pathsOf(call, item))
  return textsOf(value).map((path) => inDirectory(call, expandHome(call, path)))
}

function expandHome(call: CodeCall, path: string): string {
  if (!call.machine.runtime.expandsHome || !/^~(?:\/|$)/.test(path)) return path
  return homeOf(call) + path.slice(1)
}

function inDirectory(call: CodeCall, path: string): string {
  if (path.startsWith('/') || path.startsWith(UNKNOWN)) return path
  const cwd = cwdOf(call)
  return cwd === undefined ? path : `${cwd.replace(/\/$/, '')}/${path}`
}

export function cwdOf(call: CodeCall): string | undefined {
  const value = lookup(call.scope, CWD)
  if (value === undefined) return undefined
  const [first = UNKNOWN, ...others] = textsOf(value)
  return others.length === 0 ? first : UNKNOWN
}

export const homeOf = (call: CodeCall): string => {
  const set = lookup(call.scope, `${ENV}HOME`)
  return set === undefined ? (call.machine.world.home ?? UNKNOWN) : (textsOf(set)[0] ?? UNKNOWN)
}

/** An unknown function of a risky module. */
export const DYNAMIC = '\0dynamic'

/** Variables of the environment that the code itself has set. */
export const ENV = '\0env.'

/** `*` and `?` in a pattern of file names; two stars and a slash are any directory below, and none. */
export const globPattern = (text: string): string =>
  text
    .replace(/\*\*\//g, UNKNOWN)
    .replace(/\*+/g, ANY)
    .replace(/\?|\[[^\]]*\]/g, ONE)

/** Reports that text which runs was hidden or came from outside. */
export function emitHidden(machine: Machine, values: readonly CodeValue[], text?: string): void {
  const marks = marksOf(values)
  const decoded = (marks & DECODED) !== 0
  const network = (marks & NETWORK) !== 0
  if (decoded || network) emit(machine, { kind: 'code', decoded, network, ...(text !== undefined && { text }) })
}

/** The whole environment was read. */
export const showsEnvironment = (call: CodeCall): void => void emit(call.machine, { kind: 'env', name: '*' })

export const positional = (...args: readonly CodeValue[]): Arguments => ({ args, named: new Map(), open: false })

export const argument = (call: CodeCall, index: number): CodeValue | undefined =>
  call.args[index] ?? (call.open ? UNKNOWN_VALUE : undefined)
