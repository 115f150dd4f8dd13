import { block, type CodeProgram } from '../ast.ts'
import { startCursor, statements, type Syntax } from './cursor.ts'

/** Reads a whole source. Never fails: what cannot be read makes the program not whole. */
export const readWith =
  (syntax: Syntax) =>
  (source: string): CodeProgram => {
    const p = startCursor(syntax, source)
    const body = statements(p, () => false)
    const whole = !p.broken && !p.limited
    if (p.doubtful.length === 0) return { body, whole }
    // Read once, and not deeper: what is doubtful inside something doubtful was seen already.
    const more = p.doubtful.map((text) => statements(startCursor(syntax, text), () => false))
    return { body: block([body, ...more]), whole }
  }
