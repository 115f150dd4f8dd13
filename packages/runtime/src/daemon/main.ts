import { dirname, join } from 'node:path'
import { ownEnvironment } from '../own-environment.ts'
import { realPath } from '../system/files/read.ts'
import { keepLockFile } from '../system/files/lock.ts'
import { keepPlaces } from '../system/files/places.ts'
import { runDaemon } from './daemon.ts'
import { openRunner } from './runner/runner.ts'
import { worldOf } from './world.ts'

/** `holdpoint daemon run [session cwd] [--idle seconds]`: started by a hook when no daemon answers. */
export async function main(args: readonly string[]): Promise<void> {
  const { env, argv } = process
  ownEnvironment(env, env['CLAUDE_PROJECT_DIR'] ?? '/')
  process.chdir('/')
  keepPlaces()
  keepLockFile()
  const [session, cwd] = args
  // The scripts that clients run are beside the program itself, not beside the link that npm created.
  const program = realPath(argv[1] ?? '')
  const idle = args.indexOf('--idle')
  const idleSeconds = idle === -1 ? Number.NaN : Number(args[idle + 1])
  await runDaemon({
    env: { ...env },
    world: { ...worldOf(program), runGit: openRunner(join(dirname(program), 'runner.cjs')) },
    aside: join(dirname(program), 'aside.cjs'),
    ...(session !== undefined && cwd !== undefined && idle !== 0 && { first: { session, cwd, env: { ...env } } }),
    ...(idleSeconds > 0 && { idleMs: idleSeconds * 1000 }),
  })
}
