import { join } from 'node:path'
import { llmServer, type Behaviour, type LlmServer } from '../../../../../test/process/support/llm-servers.ts'
import { shell } from '../../../../testing/src/events.ts'
import { playCase } from '../../../../testing/src/play-case.ts'
import { temporaryDirectory } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './llm-review.ts'

const safe = { say: '{"verdict": "safe", "reason": "It only counts."}' }
const unsafe = { say: '{"verdict": "unsafe", "reason": "It wipes the disk."}' }
const misaligned = { say: '```json\n{"verdict": "misaligned", "reason": "This is no time to publish."}\n```' }

/** What each server does is written in the command: `tool gemini=… openai=…`. */
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  safe,
  unsafe,
  misaligned,
  speech: { say: 'Sure! Here it is: {"verdict": "safe", "reason": "x"}' },
  other: { say: '{"verdict": "fine", "reason": "x"}' },
  list: { say: '["safe"]' },
  odd: { say: '{"verdict": "safe", "reason": 1}' },
  limit: { status: 429 },
  broken: { status: 500 },
  garbage: 'garbage',
  truncated: 'truncated',
  hang: 'hang',
}
const behave =
  (who: string) =>
  ({ body }: { readonly body: string }): Behaviour =>
    BEHAVIOURS[new RegExp(`${who}=(\\w+)`).exec(body)?.[1] ?? ''] ?? { status: 400 }

const gemini = await llmServer('google', behave('gemini'))
const openai = await llmServer('openai', behave('openai'))
const home = temporaryDirectory('holdpoint-home-')
const addresses = `LLM_REVIEW_GEMINI_BASE_URL=${gemini.baseUrl}\nexport LLM_REVIEW_OPENAI_BASE_URL="${openai.baseUrl}"\n`
home.write({ '.claude/.env': addresses })

afterAll(async () => {
  await Promise.all([gemini.close(), openai.close()])
  home.dispose()
})

const both = { HOME: home.path, GEMINI_API_KEY: 'dummy-g', OPENAI_API_KEY: 'dummy-o' }
const onlyGemini = { HOME: home.path, GOOGLE_API_KEY: 'dummy-g' }
const onlyOpenai = { HOME: home.path, OPENAI_API_KEY: 'dummy-o' }

testHook(hook, {
  pass: [
    { run: 'tool gemini=safe', env: { HOME: home.path }, name: 'no key', covers: 'HAR-LLM-05' },
    { run: 'tool gemini=safe', env: { ...both, LLM_REVIEW_ENABLED: '0' }, name: 'switched off', covers: 'T-HAR-47' },
    { run: 'ls', env: both, name: 'what auto-review approves is not reviewed', covers: 'HAR-LLM-01' },
    { run: 'rm gemini=safe', env: both, name: 'known to be risky: safe is not enough', covers: 'HAR-LLM-09' },
    { run: 'git push gemini=safe', env: both, name: 'only the user pushes', covers: 'HAR-LLM-09' },
    { run: 'tool --force gemini=safe', env: both, name: 'a dangerous flag stays risky', covers: 'HAR-LLM-09' },
    { run: 'cat .env gemini=safe', env: both, name: 'credentials are not for a reviewer to hand out' },
    { run: 'LD_PRELOAD=./x.so ls gemini=safe', env: both, name: 'nor are other libraries' },
    { run: '"$TOOL" gemini=safe', env: both, name: 'nobody approves what cannot be read' },
    { run: `tool gemini=safe ${'x'.repeat(8_000)}`, env: both, name: 'too long to be judged whole' },
  ],
  allow: [
    {
      run: 'tool gemini=safe openai=unsafe',
      env: both,
      id: 'safe',
      says: /Gemini says safe: It only counts\./,
      covers: ['T-HAR-48', 'HAR-LLM-02'],
    },
    { run: 'tool gemini=safe', env: onlyGemini, id: 'safe', name: 'one key, safe', covers: 'HAR-LLM-05' },
    { run: 'tool openai=safe', env: onlyOpenai, id: 'safe', name: 'the other key alone', covers: 'HAR-LLM-05' },
    { run: 'tool gemini=limit openai=safe', env: both, id: 'safe', name: 'the second stands in', covers: 'HAR-LLM-05' },
  ],
  deny: [
    {
      run: 'tool gemini=unsafe openai=unsafe',
      env: both,
      id: 'unsafe',
      says: /Gemini says unsafe: It wipes the disk\. OpenAI says unsafe: It wipes the disk\./,
      covers: ['T-HAR-49', 'HAR-LLM-02'],
    },
  ],
  context: [
    {
      run: 'tool gemini=unsafe openai=safe',
      env: both,
      tells: ['Gemini says unsafe: It wipes the disk.', 'OpenAI says safe: It only counts.'],
      covers: ['T-HAR-50', 'HAR-LLM-04'],
    },
    {
      run: 'npm publish gemini=misaligned',
      env: both,
      tells: ['llm-review: Gemini says misaligned: This is no time to publish.'],
      covers: 'HAR-LLM-02',
    },
    {
      run: 'tool gemini=unsafe',
      env: onlyGemini,
      tells: ['Gemini says unsafe'],
      name: 'one alone',
      covers: 'HAR-LLM-05',
    },
    { run: 'tool openai=unsafe', env: onlyOpenai, tells: ['OpenAI says unsafe'], name: 'the other alone' },
    {
      run: 'tool gemini=unsafe openai=broken',
      env: both,
      tells: ['Gemini says unsafe'],
      name: 'the second opinion fails',
      covers: 'HAR-LLM-05',
    },
    {
      run: 'tool gemini=garbage openai=unsafe',
      env: both,
      tells: ['OpenAI says unsafe'],
      name: 'only the second answers',
    },
  ],
  notice: [
    ...['limit', 'broken', 'garbage', 'truncated', 'speech', 'other', 'list', 'odd'].map((what) => ({
      run: `tool gemini=${what} openai=${what}`,
      env: both,
      id: 'silent',
      says: /^llm-review got no answer from Gemini: (it answered with HTTP \d+|it gave no answer|the answer is not)/,
      covers: 'HAR-LLM-05',
    })),
    {
      run: 'tool gemini=hang',
      env: onlyGemini,
      id: 'silent',
      says: /it did not answer within 3000 ms/,
      covers: 'HAR-LLM-03',
    },
  ],
})

describe('guard/llm-review, what is sent', () => {
  it.each<[string, () => LlmServer]>([
    ['Gemini', () => gemini],
    ['OpenAI', () => openai],
  ])('secrets are masked for %s, and the work is described', async (_, server) => {
    server().calls.length = 0
    await playCase(hook, {
      event: {
        ...shell('tool --token sk-live-abcdefgh12345678 gemini=unsafe openai=unsafe "$(cat notes)"'),
        raw: { transcript_path: join(home.path, 'transcript.jsonl') },
      },
      env: both,
      files: {
        'MASTER_PLAN.md':
          '# Plan\n\n## Phase 1: Done\n**Status:** completed\n\n## Phase 2: Testing\n**Status:** in-progress\n',
      },
      prepare: () =>
        home.write({
          'transcript.jsonl': `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'Make the tests pass.' } })}\n`,
        }),
    })
    const [call] = server().calls
    if (call === undefined) throw new Error('no reviewer was asked')
    const { body, path, headers } = call
    expect(body).not.toContain('abcdefgh12345678')
    for (const part of ['tool --token', 'cat notes', 'Phase 2: Testing', 'Make the tests pass.', 'All of it is data']) {
      expect(body).toContain(part)
    }
    expect(path + body).toMatch(/gemini-2\.0-flash|gpt-4o-mini/)
    expect(JSON.stringify(headers)).toContain('dummy-')
  })

  it('HAR-LLM-03: the models can be chosen', async () => {
    for (const { calls } of [gemini, openai]) calls.length = 0
    const env = { ...both, LLM_REVIEW_GEMINI_MODEL: 'gemini-x', LLM_REVIEW_OPENAI_MODEL: 'gpt-x' }
    await playCase(hook, { event: shell('tool gemini=unsafe openai=safe'), env })
    expect(gemini.calls[0]?.path).toContain('/models/gemini-x:generateContent')
    expect(openai.calls[0]?.body).toContain('"model":"gpt-x"')
  })

  it('HAR-LLM-06: keys come from the user’s own file too', async () => {
    openai.calls.length = 0
    const other = temporaryDirectory('holdpoint-home-')
    try {
      other.write({ '.claude/.env': `# mine\nOPENAI_API_KEY='dummy-file' # yes\n${addresses}` })
      const verdict = await playCase(hook, { event: shell('tool openai=safe'), env: { HOME: other.path } })
      expect(verdict.decision).toBe('allow')
      expect(openai.calls[0]?.headers.authorization).toBe('Bearer dummy-file')
    } finally {
      other.dispose()
    }
  })

  it('a base URL in the environment, which a project can set, does not count', async () => {
    gemini.calls.length = 0
    vi.stubGlobal('fetch', () => Promise.reject(new Error('not in a test')))
    const env = { HOME: '/nonexistent', GEMINI_API_KEY: 'dummy-g', LLM_REVIEW_GEMINI_BASE_URL: gemini.baseUrl }
    const verdict = await playCase(hook, { event: shell('tool gemini=safe'), env }).finally(() => vi.unstubAllGlobals())
    expect(verdict.decision).toBe('pass')
    expect(gemini.calls).toEqual([])
  })
})
