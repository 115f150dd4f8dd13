import { run } from '@holdpoint/runtime/system'
import { parseAnswer, requestText } from '@holdpoint/runtime/daemon'
import type { Env } from '@holdpoint/engine'

/** Programs named `nc` differ in their options, so this tries what client.sh does. */
export async function socketReaches(socket: string, env: Env): Promise<boolean> {
  const { exitCode, stdout } = await run('nc', ['-w', '1', '-U', socket], {
    cwd: '/',
    env,
    signal: AbortSignal.timeout(3_000),
    input: requestText(['status'], ''),
  })
  return exitCode === 0 && parseAnswer(stdout) !== undefined
}
