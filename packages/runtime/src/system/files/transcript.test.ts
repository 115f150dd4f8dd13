import { join } from 'node:path'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { lastAssistantText, lastUserText } from './transcript.ts'

const said = (text: string): string =>
  JSON.stringify({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] } })
const toolCall = JSON.stringify({ type: 'assistant', message: { content: [{ type: 'tool_use', name: 'Bash' }] } })
const asked = JSON.stringify({ type: 'user', message: { role: 'user', content: 'an "assistant"?' } })

describe('lastAssistantText', () => {
  const cases: readonly (readonly [string, readonly string[], string | undefined])[] = [
    ['the last of several', [said('first'), asked, said('second'), asked], 'second'],
    ['the text before a tool call', [said('I look.'), toolCall], 'I look.'],
    ['a plain string', [JSON.stringify({ role: 'assistant', content: 'plain' })], 'plain'],
    ['the text before damaged lines', [said('whole'), '{"type":"assistant","mess', '', '\0'], 'whole'],
    ['nothing when only the user spoke', [asked], undefined],
    ['nothing in an empty file', [], undefined],
    ['the end of a long file', [said('x'.repeat(300_000)), said('end')], 'end'],
    ['lines of another shape', [said('found'), 'null', '"assistant"', '[{"assistant":1}]'], 'found'],
  ]
  it.each(cases)('finds %s', (_, lines, expected) => {
    const { path, write } = aDirectory()
    write({ 'transcript.jsonl': `${lines.join('\n')}\n` })
    expect(lastAssistantText(join(path, 'transcript.jsonl'))).toBe(expected)
  })

  it.each(['/nowhere', '/', 'a\0b'])('finds nothing at %j', (path) => {
    expect(lastAssistantText(path)).toBeUndefined()
  })
})

describe('lastUserText', () => {
  const user = (content: unknown, more: object = {}): string =>
    JSON.stringify({ type: 'user', message: { role: 'user', content }, ...more })
  const result = user([{ type: 'tool_result', content: [{ type: 'text', text: 'stop' }] }])
  const cases: readonly (readonly [string, readonly string[], string | undefined])[] = [
    ['the last of several', [user('first'), said('hm'), user('second'), said('yes')], 'second'],
    ['text in blocks', [user([{ type: 'text', text: 'in a block' }])], 'in a block'],
    ['the text before results of tools', [user('asked'), said('I look.'), result], 'asked'],
    [
      'nothing in a result with a reminder',
      [user([{ type: 'tool_result' }, { type: 'text', text: 'stop' }])],
      undefined,
    ],
    ['the text before notes of the host', [user('asked'), user('stop', { isMeta: true })], 'asked'],
    ['the text before a sub-agent', [user('asked'), user('stop', { isSidechain: true })], 'asked'],
    ['the text before feedback of a hook', [user('asked'), user('Stop hook feedback:\nno')], 'asked'],
    ['the text before a report', [user('asked'), user('<task-notification>stop</task-notification>')], 'asked'],
    ['the text before an interruption', [user('asked'), user('[Request interrupted by user]')], 'asked'],
    ['the text before many results', [user('asked'), ...Array<string>(3000).fill(result)], 'asked'],
    ['nothing when only the assistant spoke', [said('hello "user"')], undefined],
  ]
  it.each(cases)('finds %s', (_, lines, expected) => {
    const { path, write } = aDirectory()
    write({ 'transcript.jsonl': `${lines.join('\n')}\n` })
    expect(lastUserText(join(path, 'transcript.jsonl'))).toBe(expected)
  })
})
