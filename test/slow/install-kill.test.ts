import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryRepository } from '../../packages/testing/src/repository.ts'

const BIN = join(import.meta.dirname, '../../packages/cli/dist/bin/holdpoint.cjs')
const BEFORE = '{\n    "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }] }\n}\n'
const ROUNDS = 40

describe('init, killed at any moment', () => {
  it('leaves the settings as they were or complete, and can always be finished and undone', async () => {
    const project = temporaryRepository()
    const settings = join(project.path, '.claude/settings.local.json')
    const env = { PATH: process.env['PATH'], HOME: join(project.path, 'home') }
    const run = (args: readonly string[], killAfterMs?: number): Promise<void> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [BIN, ...args], { cwd: project.path, env, stdio: 'ignore' })
        const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
        child.on('close', () => {
          clearTimeout(timer)
          resolve()
        })
      })
    const init = ['init', '--scope', 'local', '--preset', 'scratchpad']
    try {
      mkdirSync(join(settings, '..'), { recursive: true })
      writeFileSync(settings, BEFORE)
      await run(init)
      const complete = readFileSync(settings, 'utf8')
      expect(complete).toContain('--from local')
      for (let round = 0; round < ROUNDS; round++) {
        await run(['uninstall', '--scope', 'local'])
        expect(readFileSync(settings, 'utf8')).toBe(BEFORE)
        await run(init, 60 + round * 4)
        expect([BEFORE, complete]).toContain(readFileSync(settings, 'utf8'))
        await run(init)
        expect(readFileSync(settings, 'utf8')).toBe(complete)
      }
    } finally {
      project.dispose()
    }
  })
})
