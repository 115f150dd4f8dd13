import {
  LLM_PROVIDERS,
  modelNamed,
  notNamed,
  PROVIDER_NAMES,
  type EvaluatorDefinition,
  type Llm,
  type LlmProvider,
  type LlmQuestion,
  type Services,
  filled,
  userVariables,
} from '@holdpoint/engine'
import type { Evaluator } from './evaluation.ts'

/** The maximum number of requests for one answer of an agent. */
const MAX_STEPS = 12

const IS_LOCAL = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/]|$)/

/** The models that a hook asks, with their keys; a text says why there are none. */
export function modelsOf(
  { type, model, base_url: baseUrl }: EvaluatorDefinition,
  { env, files }: Pick<Services, 'env' | 'files'>,
  llm: Llm,
  isUsers = false,
): readonly Evaluator[] | string {
  const own = userVariables(files, env('HOME'))
  const keyOf = (provider: LlmProvider): string | undefined =>
    LLM_PROVIDERS[provider].keys.map((name) => filled(env(name)) ?? filled(own(name))).find((key) => key !== undefined)
  // A local server rarely needs a key.
  const fallback = baseUrl !== undefined && IS_LOCAL.test(baseUrl) ? 'none' : undefined

  // A model in the user's own configuration permits its provider; a model in a project's files does not.
  const isNamed = isUsers && model !== undefined
  const withKey = PROVIDER_NAMES.filter((name) => keyOf(name) !== undefined)
  const usual = withKey.find((name) => llm.mayAsk(name)) ?? withKey[0]
  const wanted = model === undefined ? (usual === undefined ? [] : [usual]) : [model].flat()
  if (wanted.length === 0) return `there is no key; set one of ${PROVIDER_NAMES.flatMap(keyNames).join(', ')}`
  const models: Pick<LlmQuestion, 'provider' | 'model' | 'key'>[] = []
  for (const name of wanted) {
    const named = modelNamed(name)
    if (named === undefined) {
      return `"${name}" is no model of the form provider/model, with one of ${PROVIDER_NAMES.join(', ')}`
    }
    const key = keyOf(named.provider) ?? fallback
    if (!isNamed && !llm.mayAsk(named.provider)) return notNamed(named.provider)
    if (key === undefined) return `there is no key for ${named.provider}; set ${keyNames(named.provider).join(' or ')}`
    models.push({ ...named, key })
  }
  // One address serves one provider, and must not receive another provider's key.
  if (baseUrl !== undefined && new Set(models.map(({ provider }) => provider)).size > 1) {
    return '`base_url` goes with models of one provider only'
  }
  return models.map((each) => ({
    name: `${each.provider}/${each.model}`,
    ask: async ({ tools, ...question }) => {
      const answer = await llm.ask({
        ...each,
        isUsers: isNamed,
        ...(baseUrl !== undefined && { baseUrl }),
        ...question,
        ...(type === 'agent' && { tools, maxSteps: MAX_STEPS }),
      })
      if (answer.failure !== 'package') return answer
      const remedy = `\`npm install --global ai @ai-sdk/${each.provider}\` installs them`
      return { ...answer, message: `${answer.message}; ${remedy}` }
    },
  }))
}

const keyNames = (provider: LlmProvider): readonly string[] => LLM_PROVIDERS[provider].keys
