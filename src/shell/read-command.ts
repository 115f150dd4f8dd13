import { parse } from './parse.ts'
import { readWith, type Parts } from './reading.ts'
import type { Effects } from '../core/effects.ts'
import type { World } from './world.ts'

/** Reads a command with the whole parser at hand. */
export function readCommand(
  command: string,
  cwd: string,
  world: World,
  inline?: Parts['inline'],
): { readonly effects: Effects; readonly missed: boolean; readonly steps: number } {
  const { effects, missed, steps } = readWith({ parse, inline }, command, cwd, world)
  return { effects, missed: missed !== undefined, steps }
}
