import { dirname, join } from 'node:path'
import { run } from '../../system/process/run.ts'

/** The script that asks the daemon, beside the program. */
export const askFile = (bin: string): string => join(dirname(bin), 'ask.sh')

/** Fixed paths: the session controls PATH, and a project could contain a program named bash. */
const BASHES = [
  '/bin/bash',
  '/usr/bin/bash',
  '/usr/local/bin/bash',
  '/opt/homebrew/bin/bash',
  '/opt/local/bin/bash',
  '/run/current-system/sw/bin/bash',
]

/** The first bash here that is new enough for the script. */
export async function bashThatAsks(bin: string): Promise<string | undefined> {
  for (const bash of BASHES) {
    if (await canAsk(bin, [bash, '-p'])) return bash
  }
  return undefined
}

/** Whether the script runs directly, as the host would start it, or with this program in front. */
export async function canAsk(bin: string, bash: readonly string[] = []): Promise<boolean> {
  const [program, ...words] = [...bash, askFile(bin), 'can']
  const { stdout } = await run(program, words, { cwd: '/', env: {}, signal: AbortSignal.timeout(5_000) })
  return stdout === 'yes'
}
