import { decodeLine } from './decode.ts'
import { fit, plain, widthOf } from './plain.ts'
import { layOut, rowOf, shortId } from './timeline.ts'
import { ago, momentOf } from './when.ts'
import { line } from '../../../../test/store/support/spool.ts'

const hook = (id: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  id,
  decision: 'pass',
  ms: 1,
  ...fields,
})

describe('one line per decision', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ['all passed: who was asked', { hooks: [hook('a/b'), hook('c/d')] }, 'a/b, c/d'],
    [
      'one refused: who, and why',
      { hooks: [hook('a/b'), hook('c/d', { decision: 'deny', reason: 'Because.' })] },
      'c/d: Because.',
    ],
    ['one failed', { hooks: [hook('a/b', { failure: 'error: broken' })] }, 'a/b: failed, error: broken'],
    ['one was left out', { hooks: [hook('a/b', { skipped: 'breaker' })] }, 'a/b: skipped, breaker'],
    ['one only warned', { hooks: [hook('a/b', { withheld: 'deny' })] }, 'a/b: would deny'],
    ['no hook, an error', { hooks: [], error: 'input could not be read' }, 'input could not be read'],
    ['nothing at all', { hooks: [] }, ''],
  ]
  it.each(cases)('%s', (_, fields, expected) => {
    const record = decodeLine(line('x', fields))
    expect(record && rowOf(record).why).toBe(expected)
  })

  it.each([
    ['the main agent', {}, ''],
    ['a sub-agent, by its kind', { agent: 'a1b2', agentType: 'Explore' }, '@Explore'],
    ['a sub-agent without a kind', { agent: 'a1b2' }, '@a1b2'],
    ['another host', { host: 'codex' }, '[codex]'],
    ['a sub-agent of another host', { host: 'codex', agentType: 'x' }, '[codex] @x'],
    ['a name with signs for a terminal', { agentType: 'a\u001B[2Jb', agent: 'x' }, '@a [2Jb'],
    ['no host', { host: undefined }, ''],
  ])('marks %s', (_, fields, who) => {
    const record = decodeLine(line('x', { ...fields, hooks: [hook('a/b')] }))
    if (record === undefined) throw new Error('no record')
    expect(rowOf(record).who).toBe(who)
    expect(layOut(rowOf(record)).join('')).toContain(who === '' ? '  a/b' : `  ${who} a/b`)
  })

  it('cuts nothing where there is no width', () => {
    const reason = `${'because '.repeat(100)}end`
    const record = decodeLine(line('x', { hooks: [hook('a/b', { decision: 'deny', reason })] }))
    expect(record && layOut(rowOf(record)).join('')).toMatch(/end$/)
  })

  it.each([
    ['a long reason', 'because '.repeat(50)],
    ['wide characters', '理由は長い。'.repeat(20)],
    ['pictures', '🙂'.repeat(60)],
    ['accents of their own', 'e\u0301'.repeat(200)],
  ])('fits in 80 columns with %s', (_, reason) => {
    const fields = { event: 'UserPromptSubmit', tool: 'mcp__server__a_long_name', decision: 'something-new' }
    const record = decodeLine(
      line('an-id-of-another-shape', { ...fields, hooks: [hook('a/b', { decision: 'deny', reason })] }),
    )
    const text = record === undefined ? '' : layOut(rowOf(record), 80).join('')
    expect(widthOf(text)).toBeGreaterThan(70)
    expect(widthOf(text)).toBeLessThanOrEqual(80)
    expect(text.endsWith('…')).toBe(true)
  })

  it.each([
    ['mwif0n71-4wq-evqrqi', 'evqrqi'],
    ['plain', 'plain'],
    ['', ''],
    ['e1~0123456789ab', '6789ab'],
    ['ends-with-', '-with-'],
  ])('shows of the id %s only %s', (id, expected) => {
    expect(shortId(id)).toBe(expected)
  })
})

describe('plain and fit', () => {
  it.each([
    ['a\u001B[31mb\u0007c', 'a [31mb c'],
    ['  two\r\n lines\t', 'two lines'],
    ['\u202Egnp.exe\u2066', 'gnp.exe'],
    ['é 理 🙂', 'é 理 🙂'],
  ])('%j becomes %j', (text, expected) => {
    expect(plain(text)).toBe(expected)
  })

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['理由理由', 5, '理由…'],
    ['理由理由', 4, '理…'],
    ['abc', 0, ''],
    ['a bcd', 3, 'a…'],
  ])('%s in %i columns is %s', (text, columns, expected) => {
    expect(fit(text, columns)).toBe(expected)
  })
})

describe('times as people write them', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const minutes = (count: number): number => now.getTime() - count * 60_000

  it.each([
    ['30s', minutes(0.5)],
    ['45m', minutes(45)],
    ['2h', minutes(120)],
    ['1d', minutes(24 * 60)],
    [' 2 w ', minutes(14 * 24 * 60)],
    ['999999999w', 0],
    ['2026-03-01T12:00:00Z', Date.parse('2026-03-01T12:00:00Z')],
    ['2026-03-01T12:00', new Date(2026, 2, 1, 12).getTime()],
    ['2026-03-01', new Date(2026, 2, 1).getTime()],
  ])('%s', (text, expected) => {
    expect(momentOf(text, now)).toBe(expected)
  })

  it.each(['', 'soon', '2', 'h', '-2h', '2y', '2.5h', '2026', '2026-13-01', '03/01/2026', '99999999999h'])(
    'refuses %j',
    (text) => {
      expect(() => momentOf(text, now)).toThrow('is no time')
    },
  )

  it.each([
    [0, 'just now'],
    [1 / 60, '1 second ago'],
    [59, '59 minutes ago'],
    [60, '1 hour ago'],
    [50 * 60, '2 days ago'],
    [-5, 'in the future'],
  ])('%d minutes are %s', (count, expected) => {
    expect(ago(minutes(count), now)).toBe(expected)
  })
})
