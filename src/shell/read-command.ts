import { parse } from 'unbash'
import type { Effects } from '../core/effects.ts'
import type { World } from './world.ts'

export function readCommand(command: string, _cwd: string, _world: World): Effects {
  parse(command)
  return { runs: [], files: [], git: [], net: [], code: [], system: [], doubts: [] }
}
