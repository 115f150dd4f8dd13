import type { OwnHook, LlmAnswer } from '@holdpoint/engine'
import { claudeCode } from '@holdpoint/hosts'
import { shell, turnStop } from '../../../../testing/src/events.ts'
import { playCase } from '../../../../testing/src/play-case.ts'
import type { OwnWorld } from '../world.ts'
import type { Evaluator, Question } from './evaluation.ts'
import { evaluatorHook } from './hook.ts'

const own: OwnHook = {
  entry: {
    id: 'own/check',
    on: ['tool.before', 'turn.stop'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    aliases: [],
  },
  summary: '',
  layer: 'user',
  definition: { type: 'prompt', prompt: 'Fine?' },
}
const world: OwnWorld = {
  root: '/nowhere',
  env: {},
  directory: '/nowhere',
  program: undefined,
  host: claudeCode,
  now: () => new Date(0),
}

const answering = (answer: (question: Question) => LlmAnswer): Evaluator => ({
  name: 'a test',
  ask: (question) => Promise.resolve(answer(question)),
})
const codeIn = ({ system }: Question): string | undefined => /"code": "([0-9a-f]+)"/.exec(system)?.[1]

describe('ENG-53: whoever is put in the place of a model', () => {
  it.each([
    [shell('ls'), { decision: 'deny', reason: 'no' }],
    [turnStop('done'), { decision: 'block', reason: 'no' }],
  ])('may say no', async (event, verdict) => {
    const hook = evaluatorHook(own, world, () => [answering(() => ({ text: '{"ok": false, "reason": "no"}' }))])
    expect(await playCase(hook, { event })).toMatchObject(verdict)
  })

  it('may say yes, which is never more than silence', async () => {
    const yes = answering((question) => ({ text: JSON.stringify({ code: codeIn(question), ok: true, reason: 'yes' }) }))
    expect(
      await playCase(
        evaluatorHook(own, world, () => [yes]),
        { event: shell('ls') },
      ),
    ).toEqual({ decision: 'pass' })
  })

  it('has two words of its own for each question', async () => {
    const seen: string[] = []
    const no = answering((question) => {
      seen.push(codeIn(question) ?? '', /BEGIN DATA ([0-9a-f]+)/.exec(question.prompt)?.[1] ?? '')
      return { text: '{"ok": false}' }
    })
    const hook = evaluatorHook(own, world, () => [no, no])
    await playCase(hook, { event: shell('ls') })
    await playCase(hook, { event: shell('ls') })
    expect(seen).toHaveLength(8)
    expect(new Set(seen).size).toBe(8)
    for (const word of seen) expect(word).toMatch(/^[0-9a-f]{24}$/)
  })

  it.each<[string, LlmAnswer, RegExp]>([
    [
      'a package is missing',
      { failure: 'package', message: 'the packages are missing' },
      /a test: the packages are missing/,
    ],
    ['it takes too long', { failure: 'timeout', message: 'it did not answer' }, /a test: it did not answer/],
  ])('fails when %s', async (_, answer, message) => {
    await expect(
      playCase(
        evaluatorHook(own, world, () => [answering(() => answer)]),
        { event: shell('ls') },
      ),
    ).rejects.toThrow(message)
  })

  it('may be missing', async () => {
    await expect(
      playCase(
        evaluatorHook(own, world, () => 'nobody is here'),
        { event: shell('ls') },
      ),
    ).rejects.toThrow('nobody is here')
  })

  it('is no other kind of hook', () => {
    const definition = { type: 'http', url: 'http://127.0.0.1' } as const
    expect(() => evaluatorHook({ ...own, definition }, world)).toThrow('own/check asks no model')
  })
})
