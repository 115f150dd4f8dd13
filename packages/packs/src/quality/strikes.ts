import { harnessFile, parseStrikes, readHarnessLine, strikesText, type Strikes } from '../shared/harness-state.ts'
import type { Services } from '@holdpoint/engine'

type StrikeServices = Pick<Services, 'files' | 'state'>

interface LastCall {
  readonly call: string
}

/**
 * Counts strikes in the documented file, under a lock, because tool calls run in parallel. A call that is judged again
 * after a rewrite is counted once.
 */
export function countStrike(
  root: string,
  name: string,
  call: string | undefined,
  next: (old: Strikes) => Strikes,
  { files, state }: StrikeServices,
): Strikes {
  let now = parseStrikes('')
  state.project.update<LastCall>(`strikes${name}`, (last) => {
    now = readStrikes(root, name, files)
    if (call !== undefined && last?.call === call) return last
    now = next(now)
    files.write(harnessFile(root, name), strikesText(now))
    return call === undefined ? last : { call }
  })
  return now
}

export function forgetStrikes(root: string, name: string, { files }: Pick<StrikeServices, 'files'>): void {
  if (readStrikes(root, name, files).count > 0) files.remove(harnessFile(root, name))
}

export const readStrikes = (root: string, name: string, files: Services['files']): Strikes =>
  parseStrikes(readHarnessLine(files, root, name) ?? '')
