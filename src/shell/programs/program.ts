import type { Context } from '../context.ts'
import type { Value } from '../value.ts'

/** Says what a program does with its arguments. Returns what it prints, where that can be told. */
export type Program = (context: Context) => Value | void

export type Programs = Readonly<Record<string, Program>>
