import { type LlmQuestion, type Services, filled, modelName, userVariables } from '@holdpoint/engine'

/** A reviewer with its credentials and endpoint. */
export type Reviewer = Pick<LlmQuestion, 'provider' | 'model' | 'key' | 'baseUrl' | 'timeoutMs'> & {
  readonly name: string
}

type Variables = (name: string) => string | undefined

/** The fast one first; the second is asked when the first answers unsafe, or does not answer. */
const REVIEWERS = [
  {
    name: 'Gemini',
    provider: 'google',
    timeoutMs: 3_000,
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    model: 'LLM_REVIEW_GEMINI_MODEL',
    defaultModel: 'gemini-2.0-flash',
    baseUrl: 'LLM_REVIEW_GEMINI_BASE_URL',
  },
  {
    name: 'OpenAI',
    provider: 'openai',
    timeoutMs: 5_000,
    keys: ['OPENAI_API_KEY'],
    model: 'LLM_REVIEW_OPENAI_MODEL',
    defaultModel: 'gpt-4o-mini',
    baseUrl: 'LLM_REVIEW_OPENAI_BASE_URL',
  },
] as const

/** Those with a key, in the order in which they are asked; none when the review is switched off. */
export function reviewersOf({ env, files }: Pick<Services, 'env' | 'files'>): readonly Reviewer[] {
  if (env('LLM_REVIEW_ENABLED') === '0') return []
  const own = userVariables(files, env('HOME'))
  const get: Variables = (name) => filled(env(name)) ?? filled(own(name))
  return REVIEWERS.flatMap(({ name, provider, timeoutMs, keys, model, defaultModel, baseUrl }) => {
    const key = keys.map(get).find((value) => value !== undefined)
    if (key === undefined) return []
    // Only from the user's own file: a project can set variables, and could redirect the key to any server.
    const address = filled(own(baseUrl))
    return [
      {
        name,
        provider,
        timeoutMs,
        key,
        model: modelName(get(model)) ?? defaultModel,
        ...(address && { baseUrl: address }),
      },
    ]
  })
}
