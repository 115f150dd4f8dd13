import { realpathSync } from 'node:fs'
import type { Program } from '../install/command-line.ts'

/** The program that is running now, as an installed entry has to name it. */
export function thisProgram(): Omit<Program, 'scope'> {
  const [, script = ''] = process.argv
  return { node: process.execPath, bin: realpathSync(script) }
}
