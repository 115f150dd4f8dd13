import type { Context } from '../read/context.ts'
import type { Value } from '../words/value.ts'

/** Says what a program does with its arguments. Returns what it prints, where that is known. */
export type Program = (context: Context) => Value | void

export type Programs = Readonly<Record<string, Program>>

/** Many names, one program. */
export const sameProgram = (names: string, program: Program): Programs =>
  Object.fromEntries(names.split(' ').map((name) => [name, program]))

/** One program for each description. */
export const described = <T>(specs: Readonly<Record<string, T>>, make: (spec: T) => Program): Programs =>
  Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, make(spec)]))
