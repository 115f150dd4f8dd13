import { entryOf } from './programs.ts'
import { place } from './roles.ts'

/** Files of which a program prints a sum, a size or a type, and never the content. A list of files is shown by errors. */
export function readsFacts(program: string, args: readonly string[]): readonly string[] {
  const { roles } = entryOf(program)
  if (roles?.prints !== 'facts') return []
  return place(roles, args)
    .placed.filter(({ role, option }) => role === 'read' && option === undefined)
    .map(({ text }) => text)
}
