import * as v from 'valibot'
import { type EventBody, defineHook, type HookContext, type Verdict } from '@holdpoint/engine'
import type { CaseTable } from './case-table.ts'
import { agentStop, edit, mcp, read, shell, turnStop, write } from './events.ts'
import { testHook } from './test-hook.ts'

/** Does what the command says: `deny`, `ask`, `say hello`, … */
const hook = defineHook({
  meta: {
    id: 'test/echo',
    summary: 'Does as it is told.',
    on: ['tool.before', 'agent.stop'],
    tools: ['shell', 'write'],
    matcher: 'Bash|Write|writer',
    role: 'gate',
    onError: 'open',
    timeoutMs: 1000,
    enabledBy: 'preset',
    aliases: [],
    options: v.strictObject({ word: v.optional(v.picklist(['hello', 'bye']), 'hello') }),
    messages: { no: { what: 'No {word}.', why: '', fix: '' }, other: { what: 'Other.', why: '', fix: '' } },
  },
  run(context): Verdict {
    const { event, options, services } = context
    const command = 'tool' in event ? (event.tool.command ?? event.tool.name) : 'deny'
    if (command === 'throw') throw new Error('broken')
    if (command === 'count') {
      const count = services.state.session.update<number>('count', (old = 0) => old + 1)
      return count === 3 ? context.deny('no', { word: 'more' }) : context.pass
    }
    if (command === 'cat') return context.inject(services.files.read(`${event.root}/notes.txt`) ?? '')
    if (command === 'day') return context.inject(services.now().toISOString())
    return answers(context, options.word)[command] ?? context.pass
  },
})

type Voice = Omit<HookContext<unknown, 'tool.before', 'no' | 'other'>, 'event' | 'options'>

const answers = (context: Voice, word: string): Record<string, Verdict> => ({
  deny: context.deny('no', { word }),
  ask: context.ask('no', { word }),
  allow: context.allow('no', { word }),
  block: context.block('no', { word }),
  feedback: context.feedback('no', { word }),
  notice: context.notice('other'),
  rewrite: context.rewrite({ command: 'ls', description: 'list' }, 'other'),
  tell: context.inject(`Well, ${word}.`),
})

interface Collected {
  readonly title: string
  readonly outcome: string
}

/** Runs a table, and returns how each of its tests ended. */
async function outcomes(table: CaseTable): Promise<readonly Collected[]> {
  const tests: { title: string; body: () => Promise<void> }[] = []
  testHook(hook, table, {
    describe: (_, body) => body(),
    it: (title, body) => tests.push({ title, body }),
  })
  return Promise.all(
    tests.map(async ({ title, body }) => {
      const failure = await body().then(
        () => undefined,
        (error: Error) => error.message.split('\n')[0],
      )
      return { title, outcome: failure ?? 'passed' }
    }),
  )
}

/** Enough to make a table valid. */
const both = {
  deny: [{ event: shell('deny'), id: 'no' }],
  notice: [{ event: shell('notice'), id: 'other' }],
} as const satisfies CaseTable

/** A case as JavaScript without types might write it. */
const untyped = (value: unknown): never => value as never

describe('testHook refuses a table that proves nothing', () => {
  it.each<[why: string, table: CaseTable, message: string]>([
    ['empty', {}, 'the table is empty'],
    ['empty lists', { pass: [], deny: [] }, 'the table is empty'],
    ['only passes', { pass: ['ls'] }, 'no case expects anything but a pass'],
    ['a duplicate', { ...both, pass: ['ls', 'ls'] }, 'the same case twice: pass: ls'],
    [
      'a duplicate by another name',
      {
        ...both,
        pass: [
          { name: 'one', event: shell('ls') },
          { name: 'two', covers: 'T-1', event: shell('ls') },
        ],
      },
      'the same case twice: T-1 pass: two',
    ],
    ['the same case with two outcomes', { ...both, pass: ['deny'] }, 'the same case twice: deny: deny'],
    ['no message id', { ...both, ask: [untyped({ event: shell('ask') })] }, 'a ask case must name its message id'],
    ['an unknown id', { ...both, ask: [{ event: shell('ask'), id: 'nope' }] }, 'there is no message "nope"'],
    ['an inherited id', { ...both, ask: [{ event: shell('ask'), id: 'toString' }] }, 'there is no message "toString"'],
    ['a message never shown', { deny: both.deny }, 'no case shows the message other'],
    [
      'a context case that tells nothing',
      { ...both, context: [{ event: shell('tell'), tells: [] }] },
      'a context case must say what it tells',
    ],
    [
      'an empty text told',
      { ...both, context: [{ event: shell('tell'), tells: [''] }] },
      'an empty text proves nothing',
    ],
    [
      'an empty text said',
      { ...both, ask: [{ event: shell('ask'), id: 'no', says: '' }] },
      'an empty text proves nothing',
    ],
    [
      'a rewrite to nothing',
      { ...both, rewrite: [untyped({ event: shell('rewrite'), id: 'other' })] },
      'a rewrite case must say what it is rewritten `to`',
    ],
    ['no event', { ...both, pass: [untyped({ name: 'x' })] }, 'a pass case must have an event'],
    [
      'a misspelt fact',
      { ...both, pass: [untyped({ event: shell('ls'), file: {} })] },
      'a pass case has no `file`; it may have name, event, before, files, git, prepare, env, options, refusedCalls, covers, now',
    ],
    [
      'a claim of another kind of case',
      { ...both, pass: [untyped({ event: shell('ls'), id: 'no' })] },
      'a pass case has no `id`; it may have name, event, before, files, git, prepare, env, options, refusedCalls, covers, now',
    ],
  ])('%s', (_, table, message) => {
    expect(() => testHook(hook, table)).toThrow(`testHook test/echo: ${message}`)
  })

  it('an unknown expectation', () => {
    expect(() => testHook(hook, untyped({ ...both, denies: [] }))).toThrow('testHook: unknown expectation denies')
  })
})

describe('testHook passes what is as it says', () => {
  it('every kind of verdict', async () => {
    const table: CaseTable = {
      pass: ['ls', { name: 'another tool', event: read('x') }, { event: mcp('mcp__x') }, { event: agentStop('other') }],
      context: [{ event: shell('tell'), tells: ['hello', /^Well, \w+\.$/], hides: ['bye', /^hello/] }],
      notice: both.notice,
      deny: [{ event: shell('deny'), id: 'no', says: 'No hello.' }],
      ask: [{ event: shell('ask'), id: 'no', says: /hello/ }],
      allow: [{ event: shell('allow'), id: 'no' }],
      block: [{ event: shell('block'), id: 'no' }],
      feedback: [{ event: shell('feedback'), id: 'no', options: { word: 'bye' }, says: 'No bye.' }],
      rewrite: [{ event: shell('rewrite'), id: 'other', to: { description: 'list', command: 'ls' } }],
    }
    const all = await outcomes(table)
    expect(all.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(all).toHaveLength(12)
  })

  it('each case has files, a repository, a clock and a state of its own', async () => {
    const counted: readonly EventBody[] = [shell('count'), shell('count')]
    const all = await outcomes({
      ...both,
      pass: [
        'cat',
        { name: 'first', event: shell('count') },
        { name: 'second', event: shell('count'), before: [shell('count')] },
      ],
      context: [
        { name: 'file', event: shell('cat'), files: { 'notes.txt': 'remember' }, tells: ['remember'] },
        { name: 'in a repository', event: shell('cat'), git: {}, files: { 'notes.txt': 'me too' }, tells: ['me too'] },
        { name: 'clock', event: shell('day'), now: '2026-01-02T03:04:05Z', tells: ['2026-01-02T03:04:05.000Z'] },
      ],
      deny: [...both.deny, { name: 'third', event: shell('count'), before: counted, id: 'no', says: 'No more.' }],
    })
    expect(all.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  })

  it('and names each test after its case', async () => {
    const all = await outcomes({
      pass: ['ls -l'],
      notice: [{ ...both.notice[0], name: 'told', covers: ['T-1', 'T-2'] }],
      deny: [both.deny[0], { event: agentStop('writer'), covers: 'T-3', id: 'no' }],
    })
    expect(all.map(({ title }) => title)).toEqual([
      'pass: ls -l',
      'T-1, T-2 notice: told',
      'deny: deny',
      'T-3 deny: agent.stop',
    ])
  })
})

describe('testHook fails what is not', () => {
  it.each<[why: string, table: CaseTable, outcome: string]>([
    ['a denial where a pass was expected', { pass: [{ event: agentStop('writer') }] }, 'expected pass'],
    [
      'a notice where nothing was expected',
      { pass: [{ event: shell('notice'), now: '2026-01-01' }] },
      'expected it to say nothing',
    ],
    ['context where nothing was expected', { pass: ['tell'] }, 'expected it to say nothing'],
    ['a rewrite where nothing was expected', { pass: ['rewrite'] }, 'expected it to say nothing'],
    ['a pass where a denial was expected', { ask: [{ event: shell('ls'), id: 'no' }] }, 'expected ask'],
    ['a denial where a question was expected', { ask: [{ event: write('x'), id: 'no' }] }, 'expected ask'],
    ['another message', { ask: [{ event: shell('ask'), id: 'other' }] }, 'expected the message "other"'],
    ['another text', { ask: [{ event: shell('ask'), id: 'no', says: 'No' }] }, 'expected it to say No'],
    [
      'a text without the pattern',
      { ask: [{ event: shell('ask'), id: 'no', says: /bye/ }] },
      'expected it to say /bye/',
    ],
    [
      'a text that is not told',
      { context: [{ event: shell('tell'), tells: ['hello', 'bye'] }] },
      'expected it to tell bye',
    ],
    ['nothing told', { context: [{ event: shell('ls'), tells: [/./] }] }, 'expected it to tell /./'],
    [
      'a text that should be hidden',
      { context: [{ event: shell('tell'), tells: ['Well'], hides: ['hello'] }] },
      'expected it not to tell hello',
    ],
    [
      'another rewrite',
      { rewrite: [{ event: shell('rewrite'), id: 'other', to: { command: 'ls' } }] },
      'expected a rewrite to {"command":"ls"}',
    ],
    [
      'a rewrite where a notice was expected',
      { notice: [...both.notice, { event: shell('rewrite'), id: 'other' }] },
      'expected a notice',
    ],
    ['a hook that throws', { pass: ['throw'] }, 'test/echo failed: broken'],
    ['an event it does not listen to', { pass: [{ event: turnStop() }] }, 'test/echo does not listen to turn.stop'],
    [
      'options that are none',
      { pass: [{ event: shell('ls'), options: { word: 'hi' } }] },
      'options: Invalid type: Expected ("hello" | "bye") but received "hi"',
    ],
  ])('%s', async (_, table, outcome) => {
    const all = await outcomes({ ...both, ...table })
    expect(all.map((test) => test.outcome).filter((text) => text !== 'passed')).toEqual([outcome])
  })

  it('a kind of tool the hook does not listen to passes', async () => {
    const all = await outcomes({ ...both, pass: [{ event: edit('x') }] })
    expect(all.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed'])
  })
})
