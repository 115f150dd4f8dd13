import { removeFile } from '@holdpoint/runtime/system'
import { readStrikes } from '@holdpoint/runtime/inspect'
import { print, printJson } from './output.ts'
import { projectRoot } from './project.ts'

interface StrikesOptions {
  readonly project?: string
  readonly json?: boolean
}

/** Resets the gates that warn before they refuse, so that they warn again. */
export function strikesReset({ project, json }: StrikesOptions): void {
  const strikes = readStrikes(projectRoot(project))
  for (const { file } of strikes) removeFile(file)
  const forgotten = strikes.filter(({ count }) => count > 0).map(({ gate, count }) => ({ gate, count }))
  if (json === true) return printJson(forgotten)
  if (forgotten.length === 0) return print('Nothing to reset.')
  for (const { gate, count } of forgotten) print(`${gate}: ${count} strike${count === 1 ? '' : 's'} forgotten`)
}
