import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Env, HostFacts } from '@holdpoint/engine'
import { HOSTS } from '@holdpoint/hosts'
import { run } from '@holdpoint/runtime/system'

/** An agent whose program is on the PATH. */
export interface FoundAgent {
  readonly host: HostFacts
  /** Undefined when the program does not say. */
  readonly version: string | undefined
}

/** The agents on this machine. Their programs are asked for their versions at the same time. */
export const agentsHere = async (env: Env): Promise<readonly FoundAgent[]> =>
  Promise.all(
    HOSTS.filter(({ program }) => isOnPath(program, env)).map(async (host) => ({
      host,
      version: await versionOf(host, env),
    })),
  )

export async function versionOf({ program }: HostFacts, env: Env): Promise<string | undefined> {
  const { exitCode, stdout } = await run(program, ['--version'], { cwd: '/', signal: AbortSignal.timeout(10_000), env })
  return exitCode === 0 ? /\d+\.\d+\.\d+/.exec(stdout)?.[0] : undefined
}

export const isOnPath = (program: string, env: Env): boolean =>
  (env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, program)))

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
