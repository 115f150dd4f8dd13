import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dispatch, registryOf } from '../../../packages/runtime/src/dispatch.ts'
import type { Answer } from '../../../packages/engine/src/host.ts'
import { unsigned } from '../../../packages/engine/src/lib/signature.ts'
import branchGuard from '../../../packages/packs/src/quality/branch-guard/branch-guard.ts'
import codeReview from '../../../packages/packs/src/quality/code-review/code-review.ts'
import docGate from '../../../packages/packs/src/quality/doc-gate/doc-gate.ts'
import lint from '../../../packages/packs/src/quality/lint/lint.ts'
import mockGate from '../../../packages/packs/src/quality/mock-gate/mock-gate.ts'
import testGate from '../../../packages/packs/src/quality/test-gate/test-gate.ts'
import testRunner from '../../../packages/packs/src/quality/test-runner/test-runner.ts'
import track from '../../../packages/packs/src/quality/track/track.ts'
import { aDirectory, aRepository } from './temporary.ts'

export const QUALITY_HOOKS = [testGate, mockGate, branchGuard, docGate, lint, track, codeReview, testRunner]

type Json = Readonly<Record<string, unknown>>

export interface Session {
  readonly project: string
  readonly home: string
  /** A whole event, or one hook with `run <name>`. */
  send(words: readonly string[], payload: Json): Promise<Answer & { readonly json: Json }>
  before(tool: string, input: Json, more?: Json): Promise<Json>
  after(tool: string, input: Json, more?: Json): Promise<Json>
  put(files: Readonly<Record<string, string>>): void
  /** What a file of `.claude` says; undefined when it is not there. */
  state(name: string): string | undefined
}

export interface SessionOptions {
  readonly home?: string
  readonly project?: string
  readonly branch?: string
  readonly session?: string
  readonly hooks?: readonly string[]
  readonly more?: string
  /** In front of PATH. */
  readonly path?: string
}

/** A project with hooks of the quality pack on, and an agent's session in it, without a process of its own. */
export function aQualitySession(options: SessionOptions = {}): Session {
  const { home = aDirectory().path, branch = 'topic', session = 's1', more = '', path = '/nowhere' } = options
  const project = options.project ?? aRepository({ branch }).path
  const ids = options.hooks ?? QUALITY_HOOKS.map(({ meta }) => meta.id)
  const put: Session['put'] = (files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
    }
  }
  const lines = `${ids.map((id) => `  ${id}: on\n`).join('')}${more}`
  put({ 'holdpoint.yml': lines === '' ? 'presets: []\n' : `hooks:\n${lines}` })
  const send: Session['send'] = async (words, payload) => {
    const answer = await dispatch([...words], payload, {
      env: { HOME: home, PATH: `${path}:${process.env['PATH']}` },
      cwd: project,
      registry: registryOf(QUALITY_HOOKS),
    })
    const json = answer.stdout === '' ? {} : (JSON.parse(unsigned(answer.stdout)) as Json)
    return { ...answer, json }
  }
  const base = { session_id: session, cwd: project }
  const tool =
    (event: string) =>
    async (name: string, input: Json, fields: Json = {}): Promise<Json> =>
      (await send([event], { ...base, tool_name: name, tool_input: input, ...fields })).json
  return {
    project,
    home,
    send,
    before: tool('PreToolUse'),
    after: tool('PostToolUse'),
    put,
    state(name) {
      const file = join(project, '.claude', name)
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined
    },
  }
}

export interface Said {
  readonly permissionDecision?: string
  readonly permissionDecisionReason?: string
  readonly additionalContext?: string
}

export const said = (json: Json): Said => json['hookSpecificOutput'] ?? {}
