import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

it('the planning workflow completes with all hooks enabled (T-PLN-100)', async () => {
  // The worked example compares every answer itself, through real processes.
  const file = resolve(import.meta.dirname, '../../examples/planning/walk.mjs')
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise((done) => child.on('close', done))
  expect(output).toContain('Every answer was as expected.')
  expect(code).toBe(0)
})
