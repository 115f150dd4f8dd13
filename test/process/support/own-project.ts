import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { trustIn } from '../../../packages/runtime/src/trust.ts'
import { grant } from '../../../packages/runtime/src/custom/trust-grant.ts'
import { builtIn } from '../../../packages/packs/src/registry.ts'
import { placeOf, preparePlace } from '../../../packages/runtime/src/system/state/place.ts'
import { typed } from '../../support/command-line.ts'
import type { Ended } from './process.ts'
import { aSandbox, type HookAnswer, type Sandbox } from './sandbox.ts'

/** A project with hooks of its own, and the user who may trust them. */
export interface OwnProject extends Sandbox {
  /** `holdpoint <words>` as the user would type it, but without a terminal. */
  user(...words: readonly string[]): Promise<Ended>
  /** Runs `holdpoint trust --yes`; fails when that fails. */
  trusted(): Promise<void>
  /** Asks about a shell command; in a session of its own unless one is named. */
  bash(command: string, session?: string): Promise<HookAnswer>
  /** The engine's state directory of the project. */
  state(): string
}

/** One hook in `.holdpoint/hooks/gate.ts`, with nothing else switched on. */
export const aModule = (source: string, more: Readonly<Record<string, string>> = {}): OwnProject =>
  anOwnProject({ '.holdpoint/hooks/gate.ts': source, ...more })

export function anOwnProject(files: Readonly<Record<string, string>>, config = 'presets: []\n'): OwnProject {
  const sandbox = aSandbox(config)
  sandbox.write(files)
  let count = 0
  const user: OwnProject['user'] = (...words) => typed(words, { cwd: sandbox.project, env: sandbox.env })
  return {
    ...sandbox,
    user,
    async trusted() {
      const env = { PATH: process.env['PATH'], ...sandbox.env }
      preparePlace(placeOf(sandbox.project, env), env)
      const { entries, place } = await trustIn(sandbox.project, env, builtIn)
      expect(entries).not.toEqual([])
      const waiting = entries.filter(({ trust }) => trust !== 'granted')
      const { refused } = await grant(waiting, place, env, new Date())
      expect(refused).toEqual([])
    },
    bash: (command, session = `s${++count}`) =>
      sandbox.hook('PreToolUse', { session_id: session, tool_name: 'Bash', tool_input: { command } }),
    state() {
      const home = join(sandbox.home, '.local/state/holdpoint')
      const key = readdirSync(home).find((name) => /^[0-9a-f]{16}$/.test(name)) ?? ''
      return join(home, key)
    },
  }
}

export function decisionOf({ json }: HookAnswer): string {
  const output = json['hookSpecificOutput'] as Readonly<Record<string, string>> | undefined
  return [output?.['permissionDecision'] ?? 'pass', output?.['permissionDecisionReason'] ?? ''].join(' ').trim()
}

export const noticeOf = ({ json }: HookAnswer): string => (json['systemMessage'] as string | undefined) ?? ''

/** What a hook left in a file of the project. */
export function leftIn(project: OwnProject, name: string): string | undefined {
  const path = join(project.project, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** A hook on shell commands; `body` is the code of its `run`. */
export const hookOf = (body: string, meta = ''): string => `import { defineHook } from 'holdpoint'
export default defineHook({
  meta: { on: ['tool.before'], tools: ['shell'], ${meta} messages: { no: 'It says {what}.' } },
  async run({ event, options, services, signal, pass, deny, ask, inject, rewrite, notice }) {
    ${body}
  },
})
`
