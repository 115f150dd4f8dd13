import type { Run } from '../../../core/effects.ts'
import { runsTests } from './test-commands.ts'

const run = (command: string, maybe = false): Run => {
  const [program = '', ...args] = command.split(' ')
  const nothing = { files: [], lists: [], network: false, decoded: false, unknown: false, programs: [] }
  return { program, path: program, args, via: [], cwd: '/', env: {}, stdinFrom: nothing, maybe }
}

describe('a command that runs the tests', () => {
  it.each([
    'npm test',
    'npm t',
    'npm run test',
    'npm run test:unit',
    'npm --silent test',
    'pnpm test',
    'pnpm exec vitest run',
    'yarn test',
    'yarn vitest',
    'bun test',
    'npx vitest run',
    'npx --yes jest',
    'vitest run src',
    'jest --coverage',
    'pytest -q',
    'python3 -m pytest tests',
    'uv run pytest',
    'poetry run pytest',
    'cargo test --all',
    'cargo nextest run',
    'go test ./...',
    'node --test',
  ])('%s', (command) => expect(runsTests(run(command))).toBe(true))

  it.each([
    'npm run build',
    'npm run latest',
    'npm install jest',
    'npx eslint .',
    'vitest --version',
    'npm test --help',
    'cargo build',
    'go vet ./...',
    'node test.js',
    'python3 test.py',
    'python3 pytest',
    'echo pytest',
    'npm',
    '',
  ])('not %s', (command) => expect(runsTests(run(command))).toBe(false))

  it('not one that a program nobody knows may start', () => expect(runsTests(run('npm test', true))).toBe(false))
})
