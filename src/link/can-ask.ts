import { dirname, join } from 'node:path'
import { run } from '../process/run.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The script that asks the daemon by itself, beside the program. */
export const askFile = (bin: string): string => join(dirname(bin), 'ask.sh')

/** Whether there is a bash here that is new enough for it. */
export async function canAsk(bin: string, env: Env, bash: readonly string[] = ['bash', '-p']): Promise<boolean> {
  const [program, ...words] = [...bash, askFile(bin), 'can']
  const { stdout } = await run(program, words, { cwd: '/', env, signal: AbortSignal.timeout(5_000) })
  return stdout === 'yes'
}
