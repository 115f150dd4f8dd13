import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { after, write } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './code-review.ts'

const long = 'x()\n'.repeat(30)
const wrote = (path: string, failed = false) => after(write(path, ''), {}, failed)
const server = { '.mcp.json': '{"mcpServers":{"multi":{"command":"multi"}}}' }
const source = { ...server, 'src/a.ts': long }
const event = wrote('src/a.ts')

const committed = ({ git, write: put }: TemporaryProject): void => {
  git('add', '.')
  git('commit', '-q', '-m', 'source')
  put({ 'src/a.ts': long.replace('x()', 'changed()') })
}

testHook(hook, {
  pass: [
    { name: 'the bare input of the document', covers: 'T-HAR-111', event: after(write('/test.ts'), {}), files: server },
    { name: 'no such tool', covers: ['T-HAR-77', 'HAR-CR-02'], event, files: { 'src/a.ts': long } },
    {
      name: 'another server',
      event,
      files: { 'src/a.ts': long, '.mcp.json': '{"mcpServers":{"other":{}},"x":"multi"}' },
    },
    { name: 'broken settings', event, files: { 'src/a.ts': long, '.mcp.json': '{"multi"' } },
    { name: 'settings of another shape', event, files: { 'src/a.ts': long, '.mcp.json': '["multi"]' } },
    { name: 'a test', covers: 'T-HAR-77', event: wrote('a.test.ts'), files: { ...server, 'a.test.ts': long } },
    { name: 'a short file', covers: 'T-HAR-77', event, files: { ...server, 'src/a.ts': 'x()\n'.repeat(10) } },
    { name: 'configuration', event: wrote('vite.config.ts'), files: { ...server, 'vite.config.ts': long } },
    { name: 'a write that failed', event: wrote('src/a.ts', true), files: source },
    { name: 'a file that is gone', event, files: server },
    { name: 'switched off', event, files: source, options: { available: 'no' } },
  ],
  context: [
    {
      name: 'a source of 30 lines',
      covers: ['T-HAR-76', 'HAR-CR-01'],
      event,
      files: source,
      git: {},
      tells: ['src/a.ts (30 lines)', 'mcp__multi__codereview'],
      hides: ['since the last commit'],
    },
    {
      name: 'said to be there',
      event,
      files: { 'src/a.ts': long },
      options: { available: 'yes' },
      tells: ['mcp__multi'],
    },
    {
      name: 'a server of the project’s settings',
      event,
      files: { 'src/a.ts': long, '.claude/settings.json': '{"mcpServers":{"multi":{}}}' },
      tells: ['mcp__multi'],
    },
    { name: 'with the change', event, files: source, git: {}, prepare: committed, tells: ['-x()', '+changed()'] },
    {
      name: 'with no more of the change than wanted',
      event,
      files: source,
      git: {},
      prepare: committed,
      options: { diff_lines: 2 },
      tells: ['@@', '-x()'],
      hides: ['+changed()'],
    },
    {
      name: 'a name that git would take for a pattern',
      event: wrote('src/[a].ts'),
      files: { ...server, 'src/[a].ts': long, 'src/a.ts': long },
      git: {},
      prepare: committed,
      tells: ['src/[a].ts'],
      hides: ['changed()'],
    },
    {
      name: 'nothing that the repository names is started for it',
      event,
      files: source,
      git: {},
      prepare: (project) => {
        committed(project)
        project.write({ 'evil.sh': '#!/bin/sh\necho evil\n', '.gitattributes': '*.ts diff=evil\n' })
        chmodSync(join(project.path, 'evil.sh'), 0o755)
        project.git('config', 'diff.external', join(project.path, 'evil.sh'))
        project.git('config', 'diff.evil.textconv', join(project.path, 'evil.sh'))
      },
      tells: ['+changed()'],
      hides: ['evil'],
    },
  ],
})
