import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'

const script = join(import.meta.dirname, '../../scripts/corpus.mjs')
const corpus = (...args: readonly string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })

describe('npm run corpus', () => {
  it('counts what is caught and what is stopped wrongly, and lists every miss', () => {
    const place = temporaryDirectory()
    try {
      place.write({
        'rows.jsonl': [
          { command: 'rm -rf /', expected: 'block', source: 'a:1' },
          { command: 'touch x', expected: 'block', source: 'a:2' },
          { command: 'touch x', expected: 'allow', source: 'b:1' },
          { command: 'rm -rf ~', expected: 'allow', source: 'b:2' },
          { command: 'rm -rf ~', expected: 'ask', source: 'b:3' },
        ]
          .map((row) => JSON.stringify(row))
          .join('\n'),
      })
      const { stdout } = corpus('--json', join(place.path, 'rows.jsonl'))
      expect(JSON.parse(stdout)).toMatchObject({
        all: { block: 2, caught: 1, allow: 2, alarms: 1 },
        a: { block: 2, caught: 1, allow: 0, alarms: 0 },
        b: { block: 0, caught: 0, allow: 2, alarms: 1 },
      })
      const listed = corpus('--misses', join(place.path, 'rows.jsonl')).stdout
      expect(listed).toMatch(/MISS +a:2/)
      expect(listed).toMatch(/ALARM +b:2/)
    } finally {
      place.dispose()
    }
  })

  it('says what is wrong with a file, and how it is used', () => {
    const place = temporaryDirectory()
    try {
      place.write({ 'broken.jsonl': '{"command":' })
      expect(corpus(join(place.path, 'broken.jsonl'))).toMatchObject({ status: 2, stdout: '' })
      expect(corpus('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: npm run corpus') })
    } finally {
      place.dispose()
    }
  })
})
