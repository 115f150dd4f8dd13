import { BUILD } from '../app/build.ts'
import { packageRoot } from '../app/hook-entry.ts'
import { ownEnvironment } from '../app/own-environment.ts'
import { ownPaths } from '../app/own-paths.ts'
import { realPath } from '../files/read.ts'
import { keepPlaces, placed } from '../files/places.ts'
import { builtIn } from '../registry/registry.ts'
import { runDaemon } from './daemon.ts'

/** `holdpoint daemon run [session cwd] [--idle seconds]`: what a hook starts when nobody answers. */
export async function main(args: readonly string[]): Promise<void> {
  const { env, argv } = process
  ownEnvironment(env, env['CLAUDE_PROJECT_DIR'] ?? '/')
  process.chdir('/')
  keepPlaces()
  const [session, cwd] = args
  // Scripts that clients run lie beside the program itself, not beside the link that npm made to it.
  const program = realPath(argv[1] ?? '')
  const idle = args.indexOf('--idle')
  const idleSeconds = idle === -1 ? Number.NaN : Number(args[idle + 1])
  await runDaemon({
    env: { ...env },
    world: {
      now: () => new Date(),
      registry: builtIn,
      build: BUILD,
      kept: new Map(),
      ownPaths: () => placed('own', () => ownPaths(env, program)),
      pluginRoot: packageRoot,
      program,
    },
    ...(session !== undefined && cwd !== undefined && idle !== 0 && { first: { session, cwd, env: { ...env } } }),
    ...(idleSeconds > 0 && { idleMs: idleSeconds * 1000 }),
  })
}
