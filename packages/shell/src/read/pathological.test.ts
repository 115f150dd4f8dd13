import { describe, expect, it } from 'vitest'
import { UNKNOWN } from '../effects.ts'
import { readCommand } from './read-command.ts'
import { emptyWorld } from '../state/testing.ts'

/** Commands made to be unreadable: an answer comes after few steps, and what was not read is asked about. */

const read = (command: string) => readCommand(command, '/p', emptyWorld)
const nested = (open: string, close: string, count = 100_000): string => `${open.repeat(count)}ls${close.repeat(count)}`

const LIMITED: Readonly<Record<string, string>> = {
  parentheses: nested('(', ')'),
  substitutions: `echo ${nested('$(', ')')}`,
  'substitutions in quotes': `echo ${nested('"$(', ')"')}`,
  braces: `echo ${nested('{', '}')}`,
  parameters: `echo ${nested('${x:-', '}')}`,
  groups: nested('{ ', '; }', 20_000),
  'a variable that computes itself': `x='a[$((x))]'; echo $((x))`,
}

describe('nested deeper than anybody nests', () => {
  it.each(Object.entries(LIMITED))('%s', (_name, command) => {
    const { effects, steps } = read(command)
    expect(effects.doubts.map(({ about }) => about)).toContain('limit')
    expect(steps).toBeLessThan(500_000)
  })
})

const BOUNDED: Readonly<Record<string, string>> = {
  'quotes without end': `echo ${'"'.repeat(100_001)}`,
  'a here-document of a megabyte': `cat <<E\n${'hello $x world\n'.repeat(70_000)}E\n`,
  'a pattern of many stars': `x=${'a'.repeat(5000)}; echo "\${x##${'*a'.repeat(500)}b}"`,
  'extended patterns in each other': `ls ${'+(a|'.repeat(900)}${')'.repeat(900)}`,
  'aliases in a circle': 'shopt -s expand_aliases\nalias a=b b=a\na',
  'functions in a circle': 'f() { g; }; g() { f; }; f',
  'other names in a circle': 'declare -n x=y y=x; x=1; echo $x $y',
  'every byte': Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join(''),
}

describe('large or circular', () => {
  it.each(Object.entries(BOUNDED))('%s', (_name, command) => {
    expect(read(command).steps).toBeLessThan(500_000)
  })
})

describe('more words than can be followed', () => {
  it.each(['mark {1..1000000}', `mark ${'{0..9}'.repeat(12)}`, 'mark {1..999999999999}', 'mark {a..z}{a..z}{a..z}'])(
    '%s',
    (command) => {
      const { effects, steps } = read(command)
      expect(effects.runs[0]?.args).toEqual([UNKNOWN])
      expect(steps).toBeLessThan(1000)
    },
  )
})
