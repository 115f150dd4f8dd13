import {
  type EventBody,
  type HookContext,
  type Llm,
  type LlmAnswer,
  type LlmQuestion,
  renderMessage,
  type Verdict,
} from '@holdpoint/engine'
import { files } from '@holdpoint/runtime/system'
import { agentStop } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './architect-output.ts'

const says = (text: string): EventBody => agentStop('product-planning:software-architect', 'a1', text)
const heuristic = { judge: 'heuristic' }
const FULL = `## Components
- User model: \`src/models/user.ts\`
## Data flow
The form sends to the store.
## Interfaces
login(name: string): Session
## Files to create
- src/models/user.ts
## Build sequence
1. Model, then form.
`

testHook(hook, {
  pass: [
    { name: 'all five elements', covers: 'PLN-H08-02', event: says(FULL), options: heuristic },
    {
      name: 'three of five',
      covers: 'PLN-H08-02',
      event: says('Change `lib/a.py`. Data flows from A to B. Implementation order: A, B.'),
      options: heuristic,
    },
    { name: 'three of five, and no model is asked', event: says('src/a.ts → src/b.ts, interface Store') },
    { name: 'no model to ask, the second time', event: says('A nice system.'), before: [says('A nice system.')] },
    { name: 'nothing is judged', event: says(''), options: { judge: 'off' } },
    { name: 'another agent', event: agentStop('product-planning:wildcard-architect', 'a1', '') },
    { name: 'two are enough, by option', event: says('Data flow: props'), options: { ...heuristic, min_elements: 2 } },
  ],
  notice: [
    {
      name: 'too little for the eye, and no model to ask',
      covers: 'PLN-H08-01',
      event: says('A nice system.'),
      id: 'unjudged',
      says: /^No model judged the architect’s blueprint: no API key is set\./,
    },
  ],
  block: [
    {
      name: 'two of five',
      covers: 'PLN-H08-02',
      event: says('The service has an interface. Its data flow is simple.'),
      options: heuristic,
      id: 'incomplete',
      says:
        'Blueprint incomplete: missing component names with file paths, files to create or modify, build sequence\n' +
        'Architect output lacks: component names with file paths, files to create or modify, build sequence. Re-run ' +
        'with more specific requirements.',
    },
    { name: 'nothing at all needs no model', event: says('  \n'), id: 'incomplete' },
    {
      name: 'addresses are no files',
      event: says('See https://a.example/b/c.html, //x/y.ts and 1/2.'),
      options: heuristic,
      id: 'incomplete',
      says: /missing component names/,
    },
    { name: 'a wall of text', event: says('a'.repeat(300_000)), options: heuristic, id: 'incomplete' },
    {
      name: 'heuristic by configuration',
      covers: 'PLN-H08-04',
      event: says('A nice system.'),
      files: { 'config/planning-config.yaml': 'planning:\n  h08: heuristic\n' },
      id: 'incomplete',
    },
  ],
})

describe('a model that judges', () => {
  const ask = (answer: LlmAnswer, asked: LlmQuestion[] = []): Promise<Verdict> => {
    const block = (id: string, data: Record<string, string>): Verdict => ({
      decision: 'block',
      reason: renderMessage(hook.meta.messages[id] ?? { what: '', why: '', fix: '' }, data),
    })
    const llm: Llm = {
      mask: (text) => text,
      mayAsk: () => true,
      ask(question) {
        asked.push(question)
        return Promise.resolve(answer)
      },
    }
    const env = (name: string): string | undefined => (name === 'ANTHROPIC_API_KEY' ? 'dummy-key' : undefined)
    const session = { get: () => true, update: () => true }
    const services = { env, files, llm, state: { session }, yaml: () => Promise.resolve(undefined) }
    const event = { ...says('A nice system.'), root: '/p', cwd: '/p' }
    const options = { judge: 'llm', min_elements: null }
    const context = { event, options, services, block, pass: { decision: 'pass' } }
    return Promise.resolve(hook.run(context as unknown as HookContext))
  }

  it.each([
    ['the form of the host', '{"ok": false, "reason": "data flow"}'],
    ['the form of the document, in a fence', '```json\n{"decision":"block","reason":"data flow"}\n```'],
    ['words around it', 'I think: {"ok": false, "reason": "data flow"} that is all'],
  ])('T-ENG-33 PLN-TC-35: blocks in %s', async (_, text) => {
    expect(await ask({ text })).toMatchObject({
      decision: 'block',
      reason: expect.stringMatching(/^Blueprint incomplete: missing data flow\n/),
      notice: 'Architect output lacks: data flow. Re-run with more specific requirements.',
    })
  })

  it.each([
    'data flow',
    'missing data flow',
    'Missing: data flow.',
    'Blueprint incomplete: missing data flow',
    'Blueprint incomplete: missing [data flow]',
    'Blueprint is incomplete, missing data flow.',
    'Architect output lacks: data flow. Re-run with more specific requirements.',
    'Blueprint incomplete: missing data flow\nArchitect output lacks: data flow. Re-run with more specific requirements.',
    'lacks data flow',
    'It is missing data flow',
  ])('does not repeat its own words: %s', async (reason) => {
    expect((await ask({ text: JSON.stringify({ ok: false, reason }) })).reason).toBe(
      'Blueprint incomplete: missing data flow\nArchitect output lacks: data flow. Re-run with more specific requirements.',
    )
  })

  it.each<[string, LlmAnswer]>([
    ['ok', { text: '{"ok": true, "reason": "fine"}' }],
    ['approve', { text: '{"decision":"approve","reason":"fine","systemMessage":""}' }],
    ['no JSON', { text: 'It is fine.' }],
    ['JSON without a decision', { text: '{"reason":"?"}' }],
    ['half of it', { text: '{"ok": fal' }],
    ['a timeout', { failure: 'timeout', message: 'it did not answer within 15000 ms' }],
    ['no package', { failure: 'package', message: 'the packages are missing' }],
  ])('passes with %s', async (_, answer) => {
    expect(await ask(answer)).toMatchObject({ decision: 'pass' })
  })

  it('is shown the text to judge, and how many elements it needs', async () => {
    const asked: LlmQuestion[] = []
    await ask({ text: '{"ok":true}' }, asked)
    expect(asked).toMatchObject([{ provider: 'anthropic', key: 'dummy-key' }])
    expect(asked[0]?.prompt).toMatch(/at least 3 of the 5 .*\{"ok": true.*A nice system\.$/s)
  })
})
