import type { LlmProvider } from '../services.ts'
import { modelName } from './user-variables.ts'

interface ProviderFacts {
  /** Variables that may hold its key. */
  readonly keys: readonly string[]
  /** The default: quick, and good enough to say yes or no. */
  readonly model: string
}

/** In the order in which a key is looked for. */
export const LLM_PROVIDERS: Readonly<Record<LlmProvider, ProviderFacts>> = {
  anthropic: { keys: ['ANTHROPIC_API_KEY'], model: 'claude-haiku-4-5' },
  openai: { keys: ['OPENAI_API_KEY'], model: 'gpt-4o-mini' },
  google: { keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'], model: 'gemini-2.0-flash' },
}

export const PROVIDER_NAMES = Object.keys(LLM_PROVIDERS) as readonly LlmProvider[]

/** Other words for a provider. */
const ALIASES: Readonly<Record<string, LlmProvider>> = { gemini: 'google', 'openai-compatible': 'openai' }

/** `provider/model`, or a provider alone, which is asked for its usual model. */
export function modelNamed(name: string): { readonly provider: LlmProvider; readonly model: string } | undefined {
  const slash = name.indexOf('/')
  const word = slash === -1 ? name : name.slice(0, slash)
  const provider =
    PROVIDER_NAMES.find((one) => one === word) ?? (Object.hasOwn(ALIASES, word) ? ALIASES[word] : undefined)
  if (provider === undefined) return undefined
  const model = slash === -1 ? LLM_PROVIDERS[provider].model : modelName(name.slice(slash + 1))
  return model === undefined ? undefined : { provider, model }
}

/** Why a provider is not asked. */
export const notNamed = (provider: LlmProvider): string =>
  `nothing is sent to ${provider}; name it in your own configuration: \`llm: { providers: [${provider}] }\``
