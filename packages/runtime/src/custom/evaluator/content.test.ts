import type { AgentEvent, EventBody } from '@holdpoint/engine'
import { redact } from '../../audit/redact.ts'
import { shell, turnStop } from '../../../../testing/src/events.ts'
import { eventIn } from '../../../../testing/src/play-case.ts'
import { contentOf } from './content.ts'

const eventWith = (raw: Readonly<Record<string, unknown>>, body: EventBody = shell('ls')): AgentEvent => ({
  ...eventIn('/project', body, new Date(0)),
  raw,
  name: 'PreToolUse',
})
const content = (raw: Readonly<Record<string, unknown>>, body?: EventBody): ReturnType<typeof contentOf> =>
  contentOf(eventWith(raw, body), redact)

describe('what an evaluator receives of an event', () => {
  it('is the event as the host sends it', () => {
    const { text, parts, isCut } = content({ tool_name: 'Bash', tool_input: { command: 'ls', list: ['a'] } })
    expect(JSON.parse(text)).toEqual({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls', list: ['a'] },
    })
    expect(parts).toEqual(
      expect.arrayContaining(['hook_event_name', 'PreToolUse', 'tool_input', 'command', 'ls', 'list', 'a']),
    )
    expect(isCut).toBe(false)
  })

  it('is a description when no host has sent it', () => {
    expect(JSON.parse(content({}).text)).toMatchObject({ kind: 'tool.before', tool: { command: 'ls' } })
  })

  it('has the agent’s last words, wherever they stand', () => {
    const stop = turnStop('from the transcript')
    expect(content({ session_id: 's' }, stop).text).toContain('"last_assistant_message":"from the transcript"')
    expect(content({ last_assistant_message: 'from the host' }, stop).text).not.toContain('transcript')
  })

  it('is the same event under another number', () => {
    const of = (more: object): string => content({ tool_name: 'Bash', ...more }).identity
    expect(of({ session_id: 'a', tool_use_id: '1' })).toBe(of({ session_id: 'b', tool_use_id: '2' }))
    expect(of({ cwd: '/a' })).not.toBe(of({ cwd: '/b' }))
  })

  it('hides secrets and shows what is hidden', () => {
    const { text } = content({ command: `x\u200B\u202E\u{E0041} token=abcdefgh12345678 \u0007` })
    expect(text).toContain(String.raw`x\u200b\u202e\udb40\udc41`)
    expect(text).not.toContain('abcdefgh12345678')
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u001F\p{Cf}]/u)
  })

  it.each([
    ['a long text', { a: 'x'.repeat(500_000) }],
    ['many texts', { a: Array.from({ length: 50_000 }, (_, index) => `word ${index}`) }],
    ['many invisible letters', { a: '\u200B'.repeat(90_000) }],
  ])('is cut when it is %s', (_, raw) => {
    const { text, parts, isCut } = content(raw)
    expect(isCut).toBe(true)
    expect(text.length).toBeLessThan(100_200)
    expect(text).toContain('holdpoint left out')
    expect(parts.join('').length).toBeLessThan(250_000)
  })

  it('is cut when it is too deep', () => {
    let deep: unknown = 'x'
    for (let index = 0; index < 100_000; index++) deep = { deep }
    const { text, parts, isCut } = content({ deep })
    expect(isCut).toBe(true)
    expect(text).toContain('holdpoint left out what is deeper')
    expect(parts.length).toBeLessThan(200)
  })
})
