import { onTestFinished } from 'vitest'
import { llmServer, type Behaviour, type LlmServer } from '../../../../../test/process/support/llm-servers.ts'
import type { LlmProvider, LlmQuestion, LlmTool } from '@holdpoint/engine'
import { askProvider } from './ask.ts'

const PROVIDERS: readonly LlmProvider[] = ['google', 'openai', 'anthropic']
const never = new AbortController().signal

async function aServer(provider: LlmProvider, behaviour: Behaviour | (() => Behaviour)): Promise<LlmServer> {
  const server = await llmServer(provider, () => (typeof behaviour === 'function' ? behaviour() : behaviour))
  onTestFinished(() => server.close())
  return server
}

const question = (provider: LlmProvider, baseUrl: string, more: Partial<LlmQuestion> = {}): LlmQuestion => ({
  provider,
  baseUrl,
  model: 'some-model',
  key: 'dummy-key',
  system: 'Be brief.',
  prompt: 'Say hello.',
  timeoutMs: 10_000,
  ...more,
})

describe.each(PROVIDERS)('%s', (provider) => {
  it('asks once, with key, model and both texts, and gives the answer', async () => {
    const { baseUrl, calls } = await aServer(provider, { say: 'hello' })
    expect(await askProvider(question(provider, baseUrl), never)).toEqual({ text: 'hello' })
    const [call, ...more] = calls
    expect(more).toEqual([])
    const { path = '', headers = {}, body = '' } = call ?? {}
    expect(path + body).toContain('some-model')
    expect(body).toContain('Be brief.')
    expect(body).toContain('Say hello.')
    expect([headers['x-goog-api-key'], headers.authorization, headers['x-api-key']]).toContain(
      provider === 'openai' ? 'Bearer dummy-key' : 'dummy-key',
    )
  })

  it.each<[string, Behaviour, RegExp]>([
    ['is over its limit', { status: 429 }, /^it answered with HTTP 429$/],
    ['is broken', { status: 500 }, /^it answered with HTTP 500$/],
    ['does not like the key', { status: 401 }, /^it answered with HTTP 401$/],
    ['is something else', 'garbage', /^it gave no answer that could be read$/],
    ['says nothing', 'empty', /^it gave no answer that could be read$/],
    ['breaks off', 'truncated', /^it gave no answer that could be read$/],
  ])('reports when the server %s, without the key, and does not retry', async (_, behaviour, message) => {
    const { baseUrl, calls } = await aServer(provider, behaviour)
    const answer = await askProvider(question(provider, baseUrl), never)
    expect(answer).toMatchObject({ failure: 'error', message: expect.stringMatching(message) })
    expect(JSON.stringify(answer)).not.toContain('dummy-key')
    expect(calls).toHaveLength(1)
  })

  it.each<[Behaviour]>([['hang'], ['silence']])(
    'ends with its time when the server answers with %s',
    async (behaviour) => {
      const { baseUrl } = await aServer(provider, behaviour)
      expect(await askProvider(question(provider, baseUrl, { timeoutMs: 200 }), never)).toEqual({
        failure: 'timeout',
        message: 'it did not answer within 200 ms',
      })
    },
  )

  it('distinguishes an empty answer from a missing model', async () => {
    const { baseUrl } = await aServer(provider, { say: ' \n' })
    expect(await askProvider(question(provider, baseUrl), never)).toMatchObject({ failure: 'error', answered: true })
    const broken = await aServer(provider, 'garbage')
    expect(await askProvider(question(provider, broken.baseUrl), never)).not.toHaveProperty('answered')
  })

  it('does not take in an answer without an end', async () => {
    const { baseUrl } = await aServer(provider, 'flood')
    expect(await askProvider(question(provider, baseUrl), never)).toEqual({
      failure: 'error',
      message: 'it gave no answer that could be read',
    })
  })

  describe('with tools', () => {
    const asked: unknown[] = []
    const look: LlmTool = {
      name: 'Look',
      description: 'Looks at something.',
      input: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
      run: (input) => {
        asked.push(input)
        return `seen ${JSON.stringify(input)}`
      },
    }
    beforeEach(() => void (asked.length = 0))

    it('gives it what it wants to see, and then its answer', async () => {
      const uses = [
        { name: 'Look', input: { at: 'a' } },
        { name: 'Look', input: { at: 'b' } },
      ]
      const { baseUrl, calls } = await aServer(provider, () => (calls.length === 1 ? { use: uses } : { say: 'hello' }))
      expect(await askProvider(question(provider, baseUrl, { tools: [look], maxSteps: 3 }), never)).toEqual({
        text: 'hello',
      })
      expect(asked).toEqual([{ at: 'a' }, { at: 'b' }])
      expect(calls).toHaveLength(2)
      expect(calls[0]?.body).toContain('Looks at something.')
      for (const at of ['a', 'b']) expect(calls[1]?.body).toContain(JSON.stringify(`seen {"at":"${at}"}`))
    })

    it('lets it look only so often', async () => {
      const { baseUrl, calls } = await aServer(provider, { use: [{ name: 'Look', input: { at: 'a' } }] })
      expect(await askProvider(question(provider, baseUrl, { tools: [look], maxSteps: 3 }), never)).toEqual({
        failure: 'error',
        message: 'it gave no answer that could be read',
      })
      expect(calls).toHaveLength(3)
    })

    it('has no tool but those it was given', async () => {
      const { baseUrl, calls } = await aServer(provider, () =>
        calls.length === 1 ? { use: [{ name: 'Bash', input: { command: 'id' } }] } : { say: 'hello' },
      )
      expect(await askProvider(question(provider, baseUrl, { tools: [look], maxSteps: 3 }), never)).toEqual({
        text: 'hello',
      })
      expect(asked).toEqual([])
    })

    it('reports a failure between two steps', async () => {
      const { baseUrl, calls } = await aServer(provider, () =>
        calls.length === 1 ? { use: [{ name: 'Look', input: { at: 'a' } }] } : { status: 500 },
      )
      expect(await askProvider(question(provider, baseUrl, { tools: [look], maxSteps: 3 }), never)).toEqual({
        failure: 'error',
        message: 'it answered with HTTP 500',
      })
    })
  })

  it('ends when the caller aborts', async () => {
    const { baseUrl } = await aServer(provider, 'silence')
    const controller = new AbortController()
    const answer = askProvider(question(provider, baseUrl), controller.signal)
    setTimeout(() => controller.abort(), 100)
    expect(await answer).toEqual({ failure: 'error', message: 'there was no time left for it' })
  })

  it('follows no redirect, which would carry the key elsewhere', async () => {
    const elsewhere = await aServer(provider, { say: 'hello' })
    const { baseUrl } = await aServer(provider, { redirect: `${elsewhere.baseUrl}/other` })
    expect(await askProvider(question(provider, baseUrl), never)).toMatchObject({ failure: 'error' })
    expect(elsewhere.calls).toEqual([])
  })

  it('sends the key only over https or to this machine', async () => {
    for (const baseUrl of [
      'http://192.0.2.1/v1',
      'http://127.0.0.1.example.com',
      'file:///etc/passwd',
      'no address',
      '',
    ]) {
      expect(await askProvider(question(provider, baseUrl), never)).toEqual({
        failure: 'error',
        message: 'its base URL is no https address',
      })
    }
  })

  it('says which packages are missing', async () => {
    const missing = (): never => {
      throw new Error(`Cannot find module 'ai'`)
    }
    expect(await askProvider(question(provider, 'https://example.com'), never, missing)).toEqual({
      failure: 'package',
      message: `the packages \`ai\` and \`@ai-sdk/${provider}\` are missing`,
    })
  })
})

it('takes no address from the environment', async () => {
  const asked: string[] = []
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/elsewhere')
  vi.stubGlobal('fetch', (input: string) => {
    asked.push(input)
    return Promise.reject(new Error('not in a test'))
  })
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
  const { baseUrl: _, ...plain } = question('openai', '')
  expect(await askProvider(plain, never)).toMatchObject({ failure: 'error' })
  expect(asked).toEqual(['https://api.openai.com/v1/chat/completions'])
})

it('writes nothing to standard output, whatever the package remarks', async () => {
  const write = vi.spyOn(process.stdout, 'write')
  const logs = (['log', 'info', 'warn'] as const).map((name) => vi.spyOn(console, name))
  onTestFinished(() => void vi.restoreAllMocks())
  const { baseUrl } = await aServer('openai', { say: 'hello' })
  // A model that does not take a temperature makes the package remark on it.
  expect(await askProvider(question('openai', baseUrl, { model: 'o3-mini' }), never)).toEqual({ text: 'hello' })
  for (const spy of [write, ...logs]) expect(spy).not.toHaveBeenCalled()
})
