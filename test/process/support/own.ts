import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { aSandbox, type Sandbox } from './sandbox.ts'

type Json = Readonly<Record<string, unknown>>

/** A sandbox whose user has these hooks of their own, which therefore need no trust. */
export function aUserWith(own: Readonly<Record<string, Json>>, more: Json = {}): Sandbox {
  const sandbox = aSandbox('')
  putUserConfig(sandbox, { ...more, own })
  return sandbox
}

export function putUserConfig({ home }: Sandbox, config: Json): void {
  const file = join(home, '.config/holdpoint/holdpoint.yml')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, stringify(config))
}

export const BASH: Json = { tool_name: 'Bash', tool_input: { command: 'ls' } }
