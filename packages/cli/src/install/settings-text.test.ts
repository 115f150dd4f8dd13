import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import type { Group } from './entries.ts'
import { ourLines } from './ours.ts'
import { hasComments, textProblem, withEntries, withoutEntries } from './settings-text.ts'

const isOurs = ourLines({ scope: 'project', root: '/nowhere' })
const ours = (event: string, timeout = 10): Group => ({
  matcher: '',
  hooks: [{ type: 'command', command: `holdpoint hook ${event} --from project`, timeout }],
})
const unowned = { matcher: 'Bash', hooks: [{ type: 'command', command: './mine.sh' }] }

const COMMENTED = `{
  // why we use this model
  "model": "opus", /* keep */
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./mine.sh" }] } // ours since 2024
    ]
  }
}
`

describe('settings text', () => {
  it('keeps comments, order, formatting and hooks of others', () => {
    const text = withEntries(COMMENTED, { PreToolUse: ours('PreToolUse'), Stop: ours('Stop') }, isOurs)
    expect(text).toContain('// why we use this model')
    expect(text).toContain('/* keep */')
    expect(text).toContain('// ours since 2024')
    expect(parse(text)).toEqual({
      model: 'opus',
      hooks: { PreToolUse: [unowned, ours('PreToolUse')], Stop: [ours('Stop')] },
    })
  })

  it('T-ENG-42 the second time changes nothing, a new version replaces in place', () => {
    const once = withEntries(COMMENTED, { PreToolUse: ours('PreToolUse') }, isOurs)
    expect(withEntries(once, { PreToolUse: ours('PreToolUse') }, isOurs)).toBe(once)
    const later = withEntries(once, { PreToolUse: ours('PreToolUse', 20) }, isOurs)
    expect(parse(later)).toMatchObject({ hooks: { PreToolUse: [unowned, ours('PreToolUse', 20)] } })
  })

  it('removes our entry of an event that is no longer needed, and duplicates', () => {
    const doubled = JSON.stringify({
      hooks: { Stop: [ours('Stop'), unowned, ours('Stop')], SubagentStop: [ours('SubagentStop')] },
    })
    expect(parse(withEntries(doubled, { Stop: ours('Stop') }, isOurs))).toEqual({
      hooks: { Stop: [ours('Stop'), unowned] },
    })
  })

  it('T-ENG-42 an entry of the user beside ours stays when ours change', () => {
    const theirs = { type: 'command', command: 'say done' }
    const [own] = ours('Stop').hooks
    const mixed = JSON.stringify({ hooks: { Stop: [{ matcher: '', hooks: [own, theirs, own] }] } })
    const kept = { matcher: '', hooks: [theirs] }
    expect(parse(withoutEntries(mixed, isOurs))).toEqual({ hooks: { Stop: [kept] } })
    expect(parse(withEntries(mixed, { Stop: ours('Stop', 20) }, isOurs))).toEqual({
      hooks: { Stop: [kept, ours('Stop', 20)] },
    })
  })

  it('sees comments, which the CLI does not accept, and not what only looks like one', () => {
    expect([COMMENTED, '{}', '{"a": "http://x /* no */"}', '{ /* c */ }'].map(hasComments)).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('keeps a byte order mark, which the CLI accepts', () => {
    const after = withEntries('\uFEFF{}', { Stop: ours('Stop') }, isOurs)
    expect(after.startsWith('\uFEFF{')).toBe(true)
    expect(textProblem(after)).toBeUndefined()
    expect(withoutEntries(after, isOurs).startsWith('\uFEFF{')).toBe(true)
  })

  it.each(['', ' \n', '{}', '{"hooks":{}}', '{\r\n\t"model": "x"\r\n}\r\n'])('starts from %j', (text) => {
    const after = withEntries(text, { Stop: ours('Stop') }, isOurs)
    expect(parse(after)).toMatchObject({ hooks: { Stop: [ours('Stop')] } })
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it.each([
    ['{"a": 1,}', 'line 1, column 9'],
    ['{\n  "a": \n}', 'line 3, column 1'],
    ['[]', 'is not a JSON object'],
    ['{"a": 1} x', 'line 1, column 10'],
  ])('%j is refused', (text, place) => {
    expect(textProblem(text)).toContain(place)
  })
})

const events = fc.constantFrom('PreToolUse', 'PostToolUse', 'Stop', 'SessionStart')
const unownedHooks = fc.dictionary(
  events,
  fc.array(
    fc.record({
      matcher: fc.string(),
      hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), { minLength: 1 }),
    }),
    { minLength: 1 },
  ),
)
const settings = fc.record({ model: fc.string(), hooks: unownedHooks }, { requiredKeys: [] })

describe('settings text, for any settings', () => {
  it('what is not ours survives install and uninstall, and installing twice is installing once', () => {
    fc.assert(
      fc.property(
        settings,
        fc.uniqueArray(events, { minLength: 1 }),
        fc.constantFrom(0, 2, '\t'),
        (value, wanted, indent) => {
          const text = JSON.stringify(value, null, indent)
          const entries = Object.fromEntries(wanted.map((event) => [event, ours(event)]))
          const installed = withEntries(text, entries, isOurs)
          expect(withEntries(installed, entries, isOurs)).toBe(installed)
          const removed = parse(withoutEntries(installed, isOurs)) as { hooks?: object }
          const { hooks, ...rest } = value
          expect(removed).toEqual(hooks === undefined || Object.keys(hooks).length === 0 ? rest : { ...rest, hooks })
        },
      ),
    )
  })
})
