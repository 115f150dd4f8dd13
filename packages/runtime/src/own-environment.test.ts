import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { ownEnvironment } from './own-environment.ts'

const project = mkdtempSync(join(tmpdir(), 'holdpoint-own-'))
afterEach(() => rmSync(project, { recursive: true, force: true }))

it.each([
  ['SHELL', '?'],
  ['CLAUDE_CODE_SHELL', '?'],
  ['PATH', '?'],
  ['EDITOR', '/bin/zsh'],
])('takes the shell for unknown when the settings of the project set it: %s', (name, expected) => {
  mkdirSync(join(project, '.claude'), { recursive: true })
  writeFileSync(join(project, '.claude/settings.json'), JSON.stringify({ env: { [name]: '/bin/bash' } }))
  const env = { HOME: '/home/nobody', CLAUDE_CODE_SHELL: '/bin/zsh' }
  ownEnvironment(env, project)
  expect(env.CLAUDE_CODE_SHELL).toBe(expected)
})
