import { onTestFinished } from 'vitest'
import { dispatch } from '../../packages/runtime/src/dispatch.ts'
import { llmServer, type LlmServer } from './support/llm-servers.ts'
import { aDirectory } from './support/temporary.ts'
import { answerOf, type HookAnswer } from './support/sandbox.ts'

interface World {
  readonly gemini: LlmServer
  readonly openai: LlmServer
  ask(words: readonly string[], input: object): Promise<HookAnswer>
  /** A command that no table knows, and that no other hook refuses. */
  command(...words: readonly string[]): Promise<HookAnswer>
  /** How many requests have left, to each of the two. */
  sent(): readonly [gemini: number, openai: number]
}

const VERDICT = { say: '{"verdict": "safe", "reason": "It only counts."}' }

/** Both providers on loopback, with keys, and whatever stands in the files of the user and the project. */
async function aWorld(
  { user, project = '', local }: { readonly user?: string; readonly project?: string; readonly local?: string },
  env: Readonly<Record<string, string>> = {},
): Promise<World> {
  const gemini = await llmServer('google', () => VERDICT)
  const openai = await llmServer('openai', () => VERDICT)
  onTestFinished(() => Promise.all([gemini.close(), openai.close()]).then(() => undefined))
  const home = aDirectory()
  home.write({
    '.claude/.env': [
      'GEMINI_API_KEY=dummy-g',
      'OPENAI_API_KEY=dummy-o',
      `LLM_REVIEW_GEMINI_BASE_URL=${gemini.baseUrl}`,
      `LLM_REVIEW_OPENAI_BASE_URL=${openai.baseUrl}`,
      `GEMINI_BASE_URL=${gemini.baseUrl}`,
      `OPENAI_BASE_URL=${openai.baseUrl}`,
    ].join('\n'),
    ...(user !== undefined && { '.config/holdpoint/holdpoint.yml': user }),
  })
  const work = aDirectory()
  work.write({
    ...(project !== '' && { 'holdpoint.yml': project }),
    ...(local !== undefined && { 'holdpoint.local.yml': local }),
  })
  const ask: World['ask'] = async (words, input) => {
    const { exitCode, stdout, stderr } = await dispatch(
      words,
      { session_id: 's1', cwd: work.path, ...input },
      { env: { PATH: process.env['PATH'], HOME: home.path, ...env }, cwd: work.path },
    )
    return answerOf({ code: exitCode, signal: null, stdout, stderr })
  }
  return {
    gemini,
    openai,
    ask,
    command: (...words) => ask(words, { tool_name: 'Bash', tool_input: { command: 'some-unknown-tool --all' } }),
    sent: () => [gemini.calls.length, openai.calls.length],
  }
}

const HARNESS = 'presets: [harness]\n'

describe('a preset never sends anything away', () => {
  it.each<[string, Parameters<typeof aWorld>[0], Record<string, string>]>([
    ['the user chose the preset, and has keys', { user: HARNESS }, {}],
    ['the project chose it', { project: HARNESS }, {}],
    ['a variable chose it', {}, { HOLDPOINT_PRESETS: 'harness' }],
    ['the user switched the hook on', { user: 'hooks: { guard/llm-review: on }\n' }, {}],
    ['a variable switched it on', {}, { HOLDPOINT_ON: 'guard/llm-review' }],
    ['the project names the provider', { project: `${HARNESS}llm: { providers: [google, openai] }\n` }, {}],
    ['the local file does', { project: HARNESS, local: 'llm: { providers: [google, openai] }\n' }, {}],
    ['the user names nobody', { user: `${HARNESS}llm: { providers: [] }\n` }, {}],
    ['the user names another', { user: `${HARNESS}llm: { providers: [anthropic] }\n` }, {}],
    ['the user names one that does not exist', { user: `${HARNESS}llm: { providers: [gemini] }\n` }, {}],
    [
      'a question of the user’s names it for itself alone',
      { user: `${HARNESS}own: { q: { type: prompt, on: Stop, prompt: x, model: google/x } }\n` },
      {},
    ],
  ])('%s: not one request', async (_, files, env) => {
    const world = await aWorld(files, env)
    const { json } = await world.command('PreToolUse')
    expect(json['hookSpecificOutput']).toBeUndefined()
    expect(world.sent()).toEqual([0, 0])
  })

  it.each<[string, string, readonly [number, number]]>([
    ['both', '[google, openai]', [1, 0]],
    ['the second alone', '[openai]', [0, 1]],
  ])('where the user names %s, one request', async (_, providers, sent) => {
    const world = await aWorld({ user: `${HARNESS}llm: { providers: ${providers} }\n` })
    const { json } = await world.command('PreToolUse')
    expect(json['hookSpecificOutput']).toMatchObject({ permissionDecision: 'allow' })
    expect(world.sent()).toEqual(sent)
  })

  it('`hook run` is the user’s own call, and asks', async () => {
    const world = await aWorld({})
    await world.command('run', 'guard/llm-review')
    expect(world.sent()).toEqual([1, 0])
  })
})

describe('the judge of blueprints', () => {
  const stop = (world: World): Promise<HookAnswer> =>
    world.ask(['SubagentStop'], {
      agent_type: 'product-planning:software-architect',
      last_assistant_message: 'A nice system.',
    })

  it('is not asked until the user names it, and the user hears why', async () => {
    const world = await aWorld({ user: 'presets: [planning]\n' })
    const first = await stop(world)
    const later = await world.ask(['UserPromptSubmit'], { prompt: 'go on' })
    expect(JSON.stringify([first.json, later.json])).toContain('names no provider')
    expect(world.sent()).toEqual([0, 0])
  })

  it('is asked once the user has', async () => {
    const world = await aWorld({ user: 'presets: [planning]\nllm: { providers: [openai] }\n' })
    await stop(world)
    expect(world.sent()).toEqual([0, 1])
  })
})

describe('questions of one’s own', () => {
  const question = (world: World | undefined, model: string): string =>
    `own: { q: { type: prompt, on: PreToolUse, prompt: x, on_error: closed${model}, base_url: "${world?.openai.baseUrl ?? ''}" } }\n`

  it.each<[string, string, string, number]>([
    ['without a model, nobody named', '', '', 0],
    ['without a model, named', '', 'llm: { providers: [openai] }\n', 1],
    ['with a model, which names its provider', ', model: openai/x', '', 1],
  ])('of the user, %s', async (_, model, more, count) => {
    const { openai } = await aWorld({})
    const user = `presets: []\n${more}${question({ openai } as World, model)}`
    const world = await aWorld({ user }, { OPENAI_API_KEY: 'dummy-o', GEMINI_API_KEY: '' })
    const { json } = await world.command('PreToolUse')
    expect(openai.calls).toHaveLength(count)
    if (count === 0) {
      expect(JSON.stringify(json)).toContain('nothing is sent to')
      expect(json['hookSpecificOutput']).toMatchObject({ permissionDecision: 'deny' })
    }
  })
})
