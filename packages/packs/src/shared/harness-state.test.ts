import fc from 'fast-check'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { files } from '@holdpoint/runtime/system'
import {
  appendHarness,
  auditLine,
  parseEpoch,
  parseProof,
  parseSessionChanges,
  parseStrikes,
  parseTestStatus,
  proofText,
  readTestStatus,
  sessionChangeLine,
  strikesText,
  testRunName,
  testStatusText,
} from './harness-state.ts'

const NOW = new Date('2026-03-01T12:00:00.999Z')
const EPOCH = 1772366400

describe('HAR-ST-10: .test-status', () => {
  it.each([
    ['pass|0|1772366400', { result: 'pass', failures: 0, at: EPOCH }],
    ['fail|12|1772366400\n', { result: 'fail', failures: 12, at: EPOCH }],
    ['  pending|0|1\r\n', { result: 'pending', failures: 0, at: 1 }],
    ['whatever|0|1', { result: 'whatever', failures: 0, at: 1 }],
  ])('%j', (text, expected) => expect(parseTestStatus(text)).toEqual(expected))

  it.each([
    '',
    'pass',
    'pass|0',
    'pass||1',
    'pass|x|1',
    '|0|1',
    'pass|0|1|2',
    'pass|0|1\nfail|1|2',
    'pass|-1|1',
    'pass|1e3|1',
    `pass|0|${'1'.repeat(13)}`,
    'fail|1.5|1',
    '\0pass|0|1',
  ])('D12: %j says nothing', (text) => expect(parseTestStatus(text)).toBeUndefined())

  it('is written as documented', () => {
    expect(testStatusText('fail', 2, NOW)).toBe(`fail|2|${EPOCH}\n`)
    expect(testStatusText('pass', 0, NOW)).toBe(`pass|0|${EPOCH}\n`)
  })

  it('is read back', () => {
    const results = fc.constantFrom('pass', 'fail', 'pending')
    const at = fc.integer({ min: 0, max: 4e9 })
    fc.assert(
      fc.property(results, fc.nat(999_999), at, (result, failures, seconds) => {
        const text = testStatusText(result, failures, new Date(seconds * 1000))
        expect(parseTestStatus(text)).toEqual({ result, failures, at: seconds })
      }),
    )
  })

  it('is nothing where it cannot be read', () => {
    const { path, write } = aDirectory()
    expect(readTestStatus(files, path)).toBeUndefined()
    write({ '.claude/.test-status': `pass|0|${EPOCH}\n` })
    expect(readTestStatus(files, path)?.result).toBe('pass')
    const broken = {
      read: () => {
        throw new Error('EACCES')
      },
    }
    expect(readTestStatus(broken, path)).toBeUndefined()
  })
})

describe('HAR-ST-11: .proof-status', () => {
  it.each([
    ['verified|1772366400\n', { status: 'verified', at: EPOCH }],
    ['pending|1', { status: 'pending', at: 1 }],
    ['verified', undefined],
    ['VERIFIED|1', undefined],
    ['verified|1|2', undefined],
    ['verified|x', undefined],
    ['', undefined],
  ])('%j', (text, expected) => expect(parseProof(text)).toEqual(expected))
  it('is written as documented', () => expect(proofText('pending', NOW)).toBe(`pending|${EPOCH}\n`))
})

describe('HAR-ST-03, HAR-ST-04: strikes', () => {
  it.each([
    ['2|1772366400|3\n', { count: 2, at: EPOCH, failures: 3 }],
    ['1|1772366400', { count: 1, at: EPOCH, failures: 0 }],
  ])('%j', (text, expected) => expect(parseStrikes(text)).toEqual(expected))
  it.each(['', '1', 'x|1', '-1|1', '1|1|1|1', '9'.repeat(50), '1|2\n3|4'])('%j is no strike', (text) =>
    expect(parseStrikes(text)).toEqual({ count: 0, at: 0, failures: 0 }),
  )
  it('are read back', () => {
    const strikes = { count: 2, at: EPOCH, failures: 5 }
    expect(parseStrikes(strikesText(strikes))).toEqual(strikes)
  })
})

describe('HAR-ST-06: a time', () => {
  it.each([
    ['12\n', 12],
    ['', undefined],
    ['1x', undefined],
    ['-1', undefined],
    ['1 2', undefined],
  ])('%j', (text, expected) => expect(parseEpoch(text)).toBe(expected))
})

describe('HAR-ST-01: .session-changes', () => {
  it('each path once, in order; what is no path is left out', () => {
    expect(parseSessionChanges('/p/a\n/p/b\n/p/a\n\nrelative\n')).toEqual(['/p/a', '/p/b'])
  })
  it('a name with a line end stays one line', () => {
    fc.assert(fc.property(fc.string(), (name) => sessionChangeLine(`/${name}`).split('\n').length === 2))
  })
})

describe('HAR-ST-15: .audit-log', () => {
  it('one line, whatever is in it', () => {
    expect(auditLine(NOW, 'test|runner', 'vitest\nfailed | 2')).toBe(
      '2026-03-01T12:00:00Z|test/runner|vitest failed | 2\n',
    )
  })
  it('is made with its directory, and grows', () => {
    const { path } = aDirectory()
    const file = join(path, '.claude/.audit-log')
    appendHarness(files, file, 'a\n')
    appendHarness(files, file, 'b\n')
    expect(readFileSync(file, 'utf8')).toBe('a\nb\n')
  })
})

it('a project has one name for its test runs', () => {
  expect(testRunName('/p')).toBe(testRunName('/p'))
  expect(testRunName('/p')).not.toBe(testRunName('/q'))
})
