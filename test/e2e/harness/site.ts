import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { registryOf } from '../../../packages/runtime/src/dispatch.ts'
import { readSpoolLines } from '../../../packages/runtime/src/audit/read-spool.ts'
import { install } from '../../../packages/cli/src/install/install.ts'
import { placeOf } from '../../../packages/runtime/src/system/state/place.ts'
import { testHooks } from './hooks.ts'
import { createSandbox, type Files, type Sandbox } from './sandbox.ts'

export const BIN = join(import.meta.dirname, '../../../packages/cli/dist/bin/holdpoint.cjs')

/** What a user types, in the sandbox's project and with the sandbox's home. */
export function holdpoint(
  sandbox: Sandbox & { readonly path?: string },
  ...args: readonly string[]
): { stdout: string; stderr: string; status: number | null } {
  const path = [sandbox.path, process.env['PATH']].filter((folder) => folder !== undefined).join(':')
  const env = { PATH: path, HOME: sandbox.home, XDG_RUNTIME_DIR: sandbox.tmp }
  const { stdout, stderr, status } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: sandbox.project,
    env,
    encoding: 'utf8',
  })
  return { stdout, stderr, status }
}

/** Installs the trial hooks with the real installer; only the program it names is not the shipped one. */
export async function installTrial(sandbox: Sandbox): Promise<void> {
  const env = { HOME: sandbox.home }
  const program = { scope: 'local', node: process.execPath, bin: await trialProgram() } as const
  await install({ scope: 'local', root: sandbox.project, env, registry: registryOf(testHooks) }, program, [])
}

/** Runs a test in a world of its own. */
export async function inSandbox(files: Files, work: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const sandbox = createSandbox(files)
  try {
    await work(sandbox)
  } finally {
    sandbox.dispose()
  }
}

let built: Promise<string> | undefined

function trialProgram(): Promise<string> {
  return (built ??= bundle())
}

async function bundle(): Promise<string> {
  const folder = join(import.meta.dirname, '../../../node_modules/.cache/holdpoint/e2e')
  mkdirSync(folder, { recursive: true })
  const build = await rolldown({ input: { holdpoint: join(import.meta.dirname, 'program.ts') }, platform: 'node' })
  await build.write({ dir: folder, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' })
  await build.close()
  // What the installed line reads, beside the program.
  for (const name of ['hook.sh', 'ask.sh']) cpSync(join(BIN, '..', name), join(folder, name))
  return join(folder, 'holdpoint.cjs')
}

interface AuditLine {
  readonly event: string
  readonly decision: string
  readonly hooks: readonly {
    readonly id: string
    readonly decision: string
    readonly messageId?: string
    readonly failure?: string
  }[]
}

/** What Holdpoint wrote down about this project. */
export function auditOf(sandbox: Sandbox): readonly AuditLine[] {
  const { directory } = placeOf(sandbox.project, { HOME: sandbox.home })
  return readSpoolLines(directory).map((line) => JSON.parse(line) as AuditLine)
}

/** As npm would have linked it. */
export function linkProgram(sandbox: Sandbox): string {
  const link = join(sandbox.project, 'node_modules/.bin/holdpoint')
  mkdirSync(join(link, '..'), { recursive: true })
  symlinkSync(BIN, link)
  symlinkSync(join(import.meta.dirname, '../../../packages/cli'), join(sandbox.project, 'node_modules/holdpoint'))
  return link
}
