import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANY, ONE, readCommand, UNKNOWN, type Effects, type ShellWorld } from '../../packages/shell/src/index.ts'
import { asZsh } from '../../packages/shell/src/zsh/zsh.ts'
import { PREAMBLE, zshCommand, zshSoup } from '../support/zsh-grammar.ts'
import { isRead, openZsh, type RealZsh } from '../support/zsh.ts'

/** `node scripts/need.mjs zsh` installs it. */
let zsh: RealZsh

beforeAll(() => {
  expect(existsSync('/usr/bin/zsh')).toBe(true)
  zsh = openZsh()
})
afterAll(() => zsh.close())

const worldOf = ({ home }: RealZsh): ShellWorld => ({
  shell: 'zsh',
  home,
  env: (name) => (name === 'HOME' ? home : undefined),
  read: () => undefined,
  real: (path) => path,
  list: () => [],
  workTree: () => undefined,
})

/** Unknown parts may be anything, and any number of words. */
function expected(args: readonly string[]): RegExp {
  const word = (text: string): string =>
    text
      .split(new RegExp(`([${UNKNOWN}${ANY}${ONE}])`))
      .map((part) => ([UNKNOWN, ANY, ONE].includes(part) ? '[\\s\\S]*' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
      .join('')
  return new RegExp(
    `^${args.map((arg) => (arg.includes(UNKNOWN) ? `(?:\0${word(arg)})?` : `\0${word(arg)}`)).join('')}$`,
  )
}

type Sight = 'seen' | 'asked' | 'missed'

function sightOf([program = '', ...args]: readonly string[], { runs, doubts }: Effects): Sight {
  const isTempFile = /^(?:\/tmp\/zsh\w+|\/proc\/self\/fd\/\d+|\/dev\/fd\/\d+)$/
  const given = args
    .map(
      (arg) => `\0${isTempFile.test(arg) ? '<file>' : arg.startsWith(zsh.bin) ? arg.slice(zsh.bin.length + 1) : arg}`,
    )
    .join('')
  const isRun = runs.some(
    (run) =>
      run.program === program &&
      expected(run.args.map((arg) => arg.replace(/^\/dev\/fd\/process-\d+$/, '<file>'))).test(given),
  )
  if (isRun) return 'seen'
  return doubts.some(({ about }) => about !== 'syntax' && about !== 'number') ? 'asked' : 'missed'
}

/** One command in real zsh takes some ten milliseconds. */
const COMMANDS = 1000
const TEXTS = 1000
/** The same commands every time; another number gives others. */
const SEED = 59

describe('the reader of zsh beside real zsh', () => {
  it(`sees whatever zsh runs, in ${COMMANDS} commands`, () => {
    const counts: Record<Sight, number> = { seen: 0, asked: 0, missed: 0 }
    const world = worldOf(zsh)
    fc.assert(
      fc.property(zshCommand, (command) => {
        const ran = zsh.ran(command)
        const { effects } = readCommand(`${PREAMBLE}; ${command}`, zsh.cwd, world)
        const unseen = ran.filter((one) => {
          const sight = sightOf(one, effects)
          counts[sight] += 1
          return sight === 'missed'
        })
        expect(unseen, command).toEqual([])
      }),
      { numRuns: COMMANDS, seed: SEED },
    )
    // A reader that asks about everything would see everything, too.
    expect(counts.seen).toBeGreaterThan(COMMANDS)
    expect(counts.asked / counts.seen).toBeLessThan(0.05)
  })

  it(`reads whatever zsh reads, or asks, in ${TEXTS} texts`, () => {
    const world = worldOf(zsh)
    const read = fc.sample(zshSoup, { numRuns: TEXTS, seed: SEED }).filter((text) => isRead(zsh, text))
    const refused = read.filter((text) => asZsh(text, true) === undefined)
    const silent = refused.filter((text) => {
      const { doubts } = readCommand(text, zsh.cwd, world).effects
      return doubts.every(({ about }) => about === 'syntax' || about === 'number')
    })
    expect(silent).toEqual([])
    expect(read.length).toBeGreaterThan(TEXTS / 5)
    expect(refused.length / read.length).toBeLessThan(0.1)
  })
})
