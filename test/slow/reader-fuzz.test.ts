import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCommand } from '../../packages/shell/src/read/read-command.ts'
import { emptyWorld } from '../../packages/shell/src/state/testing.ts'
import { aScript } from '../process/support/bash/commands.ts'

/** Commands damaged in every way: the reader never throws, and never works longer than it may. */

const MAX_STEPS = 400_000
/** One piece of work may be the last one that is begun. */
const LAST_STEP = 100_000

const commands = ['commands', 'everyday', 'attacks-bash']
  .flatMap((name) => readFileSync(join(import.meta.dirname, `../corpus/${name}.jsonl`), 'utf8').split('\n'))
  .filter((line) => line !== '')
  .map((line) => (JSON.parse(line) as { command: string }).command)

/** A generator of numbers that is cheap and always the same. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const PIECES = [
  '"',
  "'",
  '`',
  '$(',
  ')',
  '${',
  '}',
  '\\',
  '\n',
  ';',
  '|',
  '&',
  '<<E\n',
  '>',
  '*',
  '~',
  '\0',
  ' ',
  '{a,b}',
  '$((',
  '))',
  '[[',
  ']]',
  '((',
  '[',
  ']',
  '$[',
  '@P}',
  '{1..9}',
  'a[',
  '=(',
  '<(',
  '>(',
  "$'",
  '$"',
  '&&',
  ';;',
  ';&',
  '#',
  '!',
  '￼',
  '🙂',
  '\ud800',
  '',
  '	',
  'if ',
  'fi',
  'do ',
  'done',
  'case x in ',
  'esac',
  '() {',
  'eval ',
  'declare -n x=x;',
]

type Damage = (text: string, any: (below: number) => number) => string

const DAMAGES: readonly Damage[] = [
  (text, any) => text.slice(0, any(text.length + 1)),
  (text, any) => text.slice(any(text.length + 1)),
  (text, any) => text + text.slice(any(text.length + 1)),
  (text, any) => put(text, any(text.length + 1), PIECES[any(PIECES.length)] ?? ''),
  (text, any) => put(text, any(text.length + 1), String.fromCharCode(any(256))),
  (text, any) => {
    const [from, size] = [any(text.length + 1), any(8)]
    return text.slice(0, from) + text.slice(from + size)
  },
  (text, any) => {
    const at = any(text.length + 1)
    return text.slice(at) + text.slice(0, at)
  },
  (text, any) => ((piece) => piece.repeat(1 + any(20)) + text)(PIECES[any(PIECES.length)] ?? ''),
]

const put = (text: string, at: number, piece: string): string => text.slice(0, at) + piece + text.slice(at)

const COUNT = 1_000_000

describe('damaged commands', () => {
  it('are read without an error, within the steps that a command may take', () => {
    const any = numbersFrom(7)
    const made = fc.sample(aScript, { numRuns: 60, seed: 7 }).filter((text) => text.length < 300)
    const sources = [...commands, ...made]
    for (let count = 0; count < COUNT; count++) {
      let text = sources[any(sources.length)] ?? ''
      for (let edits = 1 + any(4); edits > 0; edits--)
        text = (DAMAGES[any(DAMAGES.length)] ?? DAMAGES[0])?.(text, any) ?? text
      const { steps } = readCommand(text.slice(0, 1000), '/p', emptyWorld)
      if (steps > MAX_STEPS + LAST_STEP) expect.fail(`${steps} steps: ${JSON.stringify(text)}`)
    }
  }, 7_200_000)
})
