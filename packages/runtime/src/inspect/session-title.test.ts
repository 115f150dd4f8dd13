import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../../testing/src/repository.ts'
import { openSessionTitles, titleIn } from './session-title.ts'

const line = (content: unknown, more: object = {}): string =>
  JSON.stringify({ type: 'user', message: { role: 'user', content }, ...more })

describe('the title of a session', () => {
  it.each([
    ['a text', line('Specify the paging'), 'Specify the paging'],
    [
      'parts of a text',
      line([{ type: 'text', text: 'Fix' }, { type: 'image' }, { type: 'text', text: 'it' }]),
      'Fix it',
    ],
    ['several lines', line('Fix\n\n  the\ttests'), 'Fix the tests'],
    ['a slash command', line('<command-name>/review</command-name>\n<command-args>src</command-args>'), '/review src'],
    ['what follows the words of the host', `${line('Caveat: the messages below')}\n${line('Go on')}`, 'Go on'],
    ['no note of the host', line('<system-reminder>x</system-reminder>'), undefined],
    ['no meta line', line('x', { isMeta: true }), undefined],
    ['no sub-agent', line('x', { isSidechain: true }), undefined],
    ['no tool result', line([{ type: 'tool_result', content: 'x' }]), undefined],
    ['no answer', JSON.stringify({ type: 'assistant', message: { content: '"user"' } }), undefined],
    ['after a damaged line', `{"type":"user"\n[]\n"user"\n${line('Go on')}`, 'Go on'],
    ['nothing in nothing', '', undefined],
    ['a blank prompt is none', line('  \n '), undefined],
  ])('is %s', (_, transcript, title) => {
    expect(titleIn(transcript)).toBe(title)
  })

  it('is masked, and then cut', () => {
    const title = titleIn(line(`deploy with API_TOKEN=abcdef0123456789 ${'x'.repeat(100_000)}`)) ?? ''
    expect(title).toMatch(/^deploy with API_TOKEN=\[masked\] x+…$/)
    expect(title.length).toBeLessThanOrEqual(120)
    const late = titleIn(line(`${'x'.repeat(100)} password=hunter2hunter2hunter2`)) ?? ''
    expect(late).not.toContain('hunter')
  })

  it('is from the transcript of that session in that project, and from no other file', () => {
    const home = temporaryDirectory()
    onTestFinished(() => home.dispose())
    const folder = join(home.path, '.claude/projects/-w-app')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 's1.jsonl'), line('One'))
    writeFileSync(join(home.path, 'secret.jsonl'), line('Secret'))
    symlinkSync(join(home.path, 'secret.jsonl'), join(folder, 's2.jsonl'))
    const titleOf = openSessionTitles('/w/app', { HOME: home.path })
    expect(['s1', 's2', 's3', '../../../secret', '', '.'].map(titleOf)).toEqual([
      'One',
      ...Array.from({ length: 5 }, () => undefined),
    ])
    expect(openSessionTitles('/w/other', { HOME: home.path })('s1')).toBeUndefined()
    expect(openSessionTitles('/w/app', {})('s1')).toBeUndefined()
  })
})
