import { run } from '../process/run.ts'
import { parseAnswer, requestText } from '../link/wire.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Programs of that name differ in what they can do, so the way that client.sh goes is tried out. */
export async function socketReaches(socket: string, env: Env): Promise<boolean> {
  const { exitCode, stdout } = await run('nc', ['-w', '1', '-U', socket], {
    cwd: '/',
    env,
    signal: AbortSignal.timeout(3_000),
    input: requestText(['status'], ''),
  })
  return exitCode === 0 && parseAnswer(stdout) !== undefined
}
