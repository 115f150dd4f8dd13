import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { TemporaryProject } from '../../packages/testing/src/repository.ts'

/** Programs that a project has installed; `answers` has their output and exit codes. */
export const programs =
  (...names: readonly string[]) =>
  ({ path, write }: TemporaryProject): void => {
    for (const name of names) {
      const file = `node_modules/.bin/${name}`
      write({ [file]: SCRIPT })
      chmodSync(join(path, file), 0o755)
    }
  }

const SCRIPT = `#!/usr/bin/env node
const { readFileSync } = require('node:fs')
const [code, ...lines] = readFileSync(__dirname + '/../../answers', 'utf8').split('\\n')
for (const line of lines) console.log(line.replace('ARGS', process.argv.slice(2).join(' ')))
process.exit(Number(code))
`

export const answers = (code: number, text = ''): Readonly<Record<string, string>> => ({ answers: `${code}\n${text}` })

export const withPath = { PATH: process.env['PATH'] ?? '' }
