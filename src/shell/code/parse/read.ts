import type { Program } from '../ast.ts'
import { startCursor, statements, type Syntax } from './cursor.ts'

/** Reads a whole source. Never fails: what cannot be read makes the program not whole. */
export const readWith =
  (syntax: Syntax) =>
  (source: string): Program => {
    const p = startCursor(syntax, source)
    const body = statements(p, () => false)
    return { body, whole: !p.broken && !p.limited }
  }
