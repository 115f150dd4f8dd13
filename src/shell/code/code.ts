import type { CodeAction, CodeWorld } from './actions.ts'
import { run } from './evaluate/evaluate.ts'
import { javascript } from './rules/javascript.ts'
import { python } from './rules/python.ts'

export type { CodeAction, CodeWorld } from './actions.ts'

export function readCode(language: string, source: string, world: CodeWorld): readonly CodeAction[] {
  return run(language === 'python' ? python : javascript, source, world)
}
