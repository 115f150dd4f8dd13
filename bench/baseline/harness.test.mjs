import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventsIn } from '../lib/project.mjs'
import { installScripts, scriptsFor } from './harness.mjs'

describe('the shell scripts to compare with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint scripts '))
  afterAll(() => rmSync(folder, { recursive: true }))
  const script = installScripts(folder)
  const events = eventsIn('/project')

  it('are as many for each event as the document registers', () => {
    const counts = events.map(({ label, name, tool }) => [label, scriptsFor({ name, tool }).length])
    expect(Object.fromEntries(counts)).toEqual({
      'PreToolUse Bash, a pipe': 3,
      'PreToolUse Bash, a commit': 3,
      'PreToolUse Write': 5,
      'PreToolUse Edit': 5,
      'PostToolUse Write': 5,
      UserPromptSubmit: 1,
      SessionStart: 2,
      SubagentStop: 1,
      Stop: 3,
      PreCompact: 1,
      Notification: 1,
      SessionEnd: 1,
    })
  })

  it('are there, and are bash', () => {
    const files = [...new Set(events.flatMap(scriptsFor))].map((name) => script(name)[1])
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    const check = 'for file; do bash -n "$file" || exit 1; done'
    const { status, stderr } = spawnSync('bash', ['-c', check, 'check', ...files], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
