import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { start } from '../../../test/process/support/process.ts'
import { program } from '../../../test/process/support/program.ts'
import { aDirectory, makePipe } from '../../../test/process/support/temporary.ts'
import { parseInput } from './read-input.ts'

const reader = await program(`
  import { writeSync } from 'node:fs'
  import { readInput } from './packages/runtime/src/read-input.ts'
  writeSync(1, 'ready')
  try {
    writeSync(1, JSON.stringify(readInput()) + ';')
  } catch (error) {
    writeSync(1, 'ERROR ' + error.name + ';')
  }
  process.exit()
`)

const BOM = '\uFEFF'
const big = { text: 'x'.repeat(300_000), emoji: '🙂' }
const manyLines = JSON.stringify({ list: Array.from({ length: 50_000 }, (_, index) => `line ${index}`) }, null, 2)

/** What arrives, piece by piece, and what is understood. */
const CASES: readonly (readonly [string, readonly (string | Buffer)[], unknown])[] = [
  ['one line', ['{"a":1}\n'], { a: 1 }],
  ['a line without an end', ['{"a":1}'], { a: 1 }],
  ['a line in pieces', ['{"a"', ':', '1}', '\n'], { a: 1 }],
  ['a line cut after a newline', ['{"a":\n', '1}'], { a: 1 }],
  ['a character cut in two', [Buffer.from('"é"').subarray(0, 2), Buffer.from('"é"').subarray(2)], 'é'],
  ['a byte order mark', [`${BOM}{"a":1}\n`], { a: 1 }],
  ['a byte order mark and no end', [`${BOM}{"a":1}`], { a: 1 }],
  ['many lines', [JSON.stringify({ a: { b: [1, 2] } }, null, 2)], { a: { b: [1, 2] } }],
  ['a long line', [`${JSON.stringify(big)}\n`], big],
  ['50,000 lines', [manyLines], JSON.parse(manyLines)],
  ['twenty pieces that each end in a newline', ['[\n', ...Array<string>(20).fill('1,\n'), '1]\n'], Array(21).fill(1)],
  ['spaces around', [' \r\n{"a":1}\r\n '], { a: 1 }],
  ['nothing', [''], {}],
  ['only blanks', [' \n \n'], {}],
  ['the character for what is no text', ['"\uFFFD"'], '\uFFFD'],
]

describe('readInput', () => {
  it.each(CASES)('understands %s', async (_, pieces, expected) => {
    const { child, printed, ended } = reader.start([], { keepOpen: true })
    await printed('ready')
    for (const piece of pieces) {
      child.stdin?.write(piece)
      await pause()
    }
    child.stdin?.end()
    expect(valueIn((await ended).stdout)).toEqual(expected)
  })

  it.each([
    ['a line', '{"a":1}\n', { a: 1 }],
    ['a line after a byte order mark', `${BOM}{"a":1}\n`, { a: 1 }],
    ['many lines', '{\n  "a": 1\n}\n', { a: 1 }],
    ['a line of 300,000 characters', `${JSON.stringify(big)}\n`, big],
  ])('does not wait for the end after %s', async (_, input, expected) => {
    const { printed, child, ended } = reader.start([], { input, keepOpen: true })
    expect(valueIn(await printed(';'))).toEqual(expected)
    child.stdin?.end()
    await ended
  })

  it('waits for a pipe that does not block', async () => {
    const { path } = aDirectory()
    const pipe = openSync(makePipe(join(path, 'pipe')), constants.O_RDWR | constants.O_NONBLOCK)
    // Not as descriptor 0 from the start: whatever is handed over as that is made to block again.
    const script = ['-c', 'exec "$0" "$@" <&3', process.execPath, reader.file]
    const { printed, ended } = start('sh', script, { third: pipe })
    await printed('ready')
    await pause()
    writeSync(pipe, '{"a":1}\n')
    expect(valueIn(await printed(';'))).toEqual({ a: 1 })
    await ended
    closeSync(pipe)
  })

  it.each([
    ['/dev/null', {}],
    ['/', 'ERROR Error'],
  ])('takes %s for stdin', async (path, expected) => {
    const file = openSync(path, 'r')
    const { stdout } = await reader.start([], { stdin: file }).ended
    closeSync(file)
    expect(valueIn(stdout)).toEqual(expected)
  })

  it.each(['not json', '{"a":1} {"b":2}', '{"a":', '\0'])('refuses %j', async (input) => {
    const { stdout } = await reader.start([], { input }).ended
    expect(valueIn(stdout)).toBe('ERROR SyntaxError')
  })
})

describe('parseInput', () => {
  it('ENG-13: takes nothing for an empty object', () => {
    expect([parseInput(''), parseInput(' \n'), parseInput(BOM)]).toEqual([{}, {}, {}])
  })
})

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 5)
  })

function valueIn(stdout: string): unknown {
  const text = stdout.replace(/^ready/, '').replace(/;$/, '')
  return text.startsWith('ERROR') ? text : (JSON.parse(text) as unknown)
}
