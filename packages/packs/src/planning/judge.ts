import type { Files, LlmProvider, LlmQuestion, Services } from '@holdpoint/engine'

/** The model that judges what keywords cannot: the first whose key the user has. */
type Judge = Pick<LlmQuestion, 'provider' | 'model' | 'key' | 'baseUrl'>

interface Candidate {
  readonly provider: LlmProvider
  readonly keys: readonly string[]
  readonly baseUrl: string
  readonly model: string
}

const CANDIDATES: readonly Candidate[] = [
  { provider: 'anthropic', keys: ['ANTHROPIC_API_KEY'], baseUrl: 'ANTHROPIC_BASE_URL', model: 'claude-haiku-4-5' },
  {
    provider: 'google',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrl: 'GEMINI_BASE_URL',
    model: 'gemini-2.0-flash',
  },
  { provider: 'openai', keys: ['OPENAI_API_KEY'], baseUrl: 'OPENAI_BASE_URL', model: 'gpt-4o-mini' },
]

/**
 * A key is sent only to the provider itself, or to an address from the user's own file: a project can set variables,
 * too. Where the environment names another address, the key belongs to that one and is not used at all.
 */
export function judgeOf(
  { env, files }: Pick<Services, 'env' | 'files'>,
  mayAsk: (provider: LlmProvider) => boolean,
): Judge | undefined {
  const own = ownVariables(files, env('HOME'))
  const get = (name: string): string | undefined => filled(env(name)) ?? filled(own.get(name))
  for (const { provider, keys, baseUrl, model } of CANDIDATES) {
    const key = keys.map(get).find((value) => value !== undefined)
    const address = filled(own.get(baseUrl))
    const isElsewhere = filled(env(baseUrl)) !== undefined && filled(env(baseUrl)) !== address
    if (key === undefined || isElsewhere || !mayAsk(provider)) continue
    return { provider, key, model: get('PLANNING_JUDGE_MODEL') ?? model, ...(address && { baseUrl: address }) }
  }
  return undefined
}

const filled = (value: string | undefined): string | undefined => (value?.trim() === '' ? undefined : value?.trim())

/** `~/.claude/.env`: lines of `NAME=value`, with or without `export` and quotes. */
function ownVariables(files: Files, home: string | undefined): ReadonlyMap<string, string> {
  const path = `${home}/.claude/.env`
  const text = home === undefined || home === '' ? undefined : files.read(path, { maxBytes: 64 << 10 })
  const pairs = (text ?? '').split(/\r?\n/).flatMap((line) => {
    const [, name, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, /^(["'])(.*)\1\s*$/.exec(value)?.[2] ?? value] as const]
  })
  return new Map(pairs)
}
