import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse } from 'yaml'
import { adopt, type Adopted } from '../../../packages/cli/src/install/adopt.ts'
import type { Target } from '../../../packages/cli/src/install/install.ts'
import { filesOf, type InstallScope } from '../../../packages/cli/src/install/scopes.ts'
import { aDirectory, aRepository } from './temporary.ts'

/** A project with hooks of other authors in its settings. */

type Json = Readonly<Record<string, unknown>>

export const program = (scope: InstallScope) => ({ node: '/usr/bin/node', bin: '/opt/holdpoint.cjs', scope })

export interface Site {
  readonly target: Target
  readonly settings: string
  readonly config: string
  put(file: string, text: string): void
  read(file: string): string
  adopt(): Promise<Adopted>
  own(): Json
  hooks(): Readonly<Record<string, readonly { readonly matcher?: string; readonly hooks: readonly Json[] }[]>>
}

export function aSite(scope: InstallScope = 'project'): Site {
  const { path: root } = aRepository()
  const target: Target = { scope, root, env: { HOME: aDirectory().path } }
  const files = filesOf(scope, root, target.env)
  const read = (file: string): string => readFileSync(file, 'utf8')
  return {
    target,
    ...files,
    read,
    put(file, text) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    },
    adopt: () => adopt(target, program(scope)),
    own: () => (parse(read(files.config)) as { own: Json }).own,
    hooks: () => (JSON.parse(read(files.settings)) as { hooks: ReturnType<Site['hooks']> }).hooks,
  }
}

export const settingsWith = (hooks: object, more: object = {}): string =>
  `${JSON.stringify({ ...more, hooks }, null, 2)}\n`
export const one = (entry: object, event = 'PreToolUse', matcher?: string): string =>
  settingsWith({ [event]: [{ ...(matcher !== undefined && { matcher }), hooks: [entry] }] })

/** Tabs, comments, Windows line ends and unusual formatting: none of it may change. */
export const ODD = `{\r
\t// mine\r
\t"permissions": { "allow": ["Bash(ls:*)"] },\r
\t"hooks": {\r
\t\t"PreToolUse": [ { "matcher": "Bash", "hooks": [\r
\t\t\t{ "type": "command", "command": "./a.sh" }, // first\r
\t\t\t{ "type": "command", "command": "./b.sh", "if": "Bash(git *)" },\r
\t\t\t{ "type": "command", "command": "./c.sh", "timeout": 5 }\r
\t\t] } ],\r
\t\t"Stop": [{"hooks":[{"type":"command","command":"say done"}]}]\r
\t}\r
}`
