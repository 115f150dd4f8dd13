import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BUILD } from '../../../packages/runtime/src/build.ts'
import { hookCommand } from '../../../packages/runtime/src/hook-command.ts'
import { ownEnvironment } from '../../../packages/runtime/src/own-environment.ts'
import { parseInput } from '../../../packages/runtime/src/read-input.ts'
import { unsigned } from '../../../packages/engine/src/lib/signature.ts'
import { builtIn } from '../../../packages/packs/src/registry.ts'
import { startNode, type Ended, type Started, type StartOptions } from './process.ts'
import { aDirectory, aRepository } from './temporary.ts'
import { noon } from './noon.ts'

/** The program as it is shipped; `npm test` builds it first. */
export const HOLDPOINT = resolve(import.meta.dirname, '../../../packages/cli/dist/bin/holdpoint.cjs')

/** What npm would have put into node_modules. */
export const PACKAGE = resolve(import.meta.dirname, '../../../packages/cli')

type Json = Readonly<Record<string, unknown>>
type Env = Record<string, string | undefined>

export interface HookAnswer extends Ended {
  /** What stdout says, `{}` when it says nothing. */
  readonly json: Json
}

export interface SpoolLine {
  readonly event: string
  readonly session: string
  readonly decision: string
  readonly level?: string
  readonly error?: string
  readonly hooks: readonly Json[]
}

type Surroundings = Pick<StartOptions, 'cwd' | 'env'>

export interface Sandbox {
  readonly home: string
  readonly project: string
  readonly today: string
  write(files: Readonly<Record<string, string>>): void
  git(...args: readonly string[]): string
  /** What `holdpoint hook …` answers, in this process. Fields become a payload; text is taken as it is. */
  hook(words: string | readonly string[], input?: Json | string, options?: Surroundings): Promise<HookAnswer>
  /** The same as the host does it, with the shipped program in a process of its own. */
  hookProcess(
    words: string | readonly string[],
    input?: Json | string | Uint8Array,
    options?: StartOptions,
  ): Promise<HookAnswer>
  start(words: readonly string[], options?: StartOptions): Started
  spool(): readonly SpoolLine[]
  env: Record<string, string>
}

export const SCRATCHPAD = 'presets: [scratchpad]\n'

/** A home and a project of their own, and nothing else of the machine but PATH. */
export function aSandbox(config: string | undefined = SCRATCHPAD, folder = ''): Sandbox {
  const home = aDirectory().path
  const base = folder === '' ? aRepository() : aDirectory()
  const project = join(base.path, folder)
  const write: Sandbox['write'] = (files) =>
    base.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [join(folder, name), text])))
  write(config === '' ? { README: '' } : { 'holdpoint.yml': config })
  const env: Record<string, string> = { HOME: home, TZ: noon.zone }

  const start: Sandbox['start'] = (words, options = {}) =>
    startNode(HOLDPOINT, ['hook', ...words], { cwd: project, ...options, env: { ...env, ...options.env } })
  const payloadOf = (fields: Json): string => JSON.stringify({ session_id: 's1', cwd: project, ...fields })
  return {
    home,
    project,
    today: noon.day,
    env,
    write,
    git: base.git,
    start,
    async hook(words, input = {}, options = {}) {
      const text = typeof input === 'string' ? input : payloadOf(input)
      return answerOf(await hookHere([words].flat(), text, options.cwd ?? project, { ...env, ...options.env }))
    },
    async hookProcess(words, input = {}, options = {}) {
      const sent = typeof input === 'string' || input instanceof Uint8Array ? input : payloadOf(input)
      return answerOf(await start([words].flat(), { ...options, input: sent }).ended)
    },
    spool: () => spoolIn(home),
  }
}

/** All that the program does between reading its input and printing its answer. */
async function hookHere(words: readonly string[], text: string, cwd: string, given: Env): Promise<Ended> {
  const env: Env = { PATH: process.env['PATH'], ...given }
  const ignored = ownEnvironment(env, env['CLAUDE_PROJECT_DIR'] ?? cwd)
  const { exitCode, stdout, stderr, after } = await hookCommand(words, () => parseInput(text), {
    env,
    ignored,
    cwd,
    now: () => new Date(),
    registry: builtIn,
    build: BUILD,
    pluginRoot: () => PACKAGE,
    program: HOLDPOINT,
  })
  after()
  return { code: exitCode, signal: null, stdout, stderr }
}

/** What holds for every answer, whatever was asked. Ids of hooks and decisions in reasons have tests of their own. */
export function answerOf(ended: Ended): HookAnswer {
  const end = { ...ended, stdout: unsigned(ended.stdout), stderr: unsigned(ended.stderr) }
  expect([0, 1, 2]).toContain(end.code)
  expect(end.stdout + end.stderr).not.toMatch(/\n\s+at .*[:(]\d+/)
  const json: unknown = end.stdout === '' ? {} : JSON.parse(end.stdout)
  expect(json).toBeTypeOf('object')
  expect(Array.isArray(json)).toBe(false)
  return { ...end, json: json as Json }
}

/** Every line of the audit below a home. */
export function spoolIn(home: string): readonly SpoolLine[] {
  const state = join(home, '.local/state/holdpoint')
  const keys = existsSync(state) ? readdirSync(state) : []
  const folders = keys.map((key) => join(state, key, 'spool')).filter(existsSync)
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SpoolLine)
}
