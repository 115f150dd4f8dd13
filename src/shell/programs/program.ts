import type { Context } from '../context.ts'
import type { Value } from '../value.ts'

/** Says what a program does with its arguments. Returns what it prints, where that can be told. */
export type Program = (context: Context) => Value | void

export type Programs = Readonly<Record<string, Program>>

/** Programs that are made when their name is asked for. To fill a table with all of them takes longer than most commands. */
export type Lookup = (name: string) => Program | undefined

/** A table that is made when somebody looks into it; most commands are found before. */
export function made(make: () => Programs): Lookup {
  let table: Programs | undefined
  return (name) => {
    table ??= make()
    return Object.hasOwn(table, name) ? table[name] : undefined
  }
}

/** Many names, one program. */
export function alike(names: string, program: Program): Lookup {
  const list = ` ${names} `
  return (name) => (name !== '' && !name.includes(' ') && list.includes(` ${name} `) ? program : undefined)
}

/** One program for each description. */
export const described =
  <T>(specs: Readonly<Record<string, T>>, make: (spec: T) => Program): Lookup =>
  (name) => {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined
    return spec === undefined ? undefined : make(spec)
  }
