import { createRequire } from 'node:module'
import type * as anthropic from '@ai-sdk/anthropic'
import type * as google from '@ai-sdk/google'
import type * as openai from '@ai-sdk/openai'
import type * as ai from 'ai'
import type { LlmProvider, LlmQuestion, LlmTool } from '@holdpoint/engine'

type Question = LlmQuestion & { readonly baseUrl: string }

/** The text of an answer; throws when there is none. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<string>

const MAX_OUTPUT_TOKENS = 1000

/** Throws when a package is not installed. Not by `import`: the launcher's compiled code has no loader for it. */
export function loadPackages(provider: LlmProvider): Ask {
  const load = createRequire(import.meta.url)
  const { generateText, jsonSchema, stepCountIs } = load('ai') as typeof ai
  const toolSet = (tools: readonly LlmTool[]): ai.ToolSet =>
    Object.fromEntries(
      tools.map(({ name, description, input, run }) => [
        name,
        { description, inputSchema: jsonSchema(input), execute: (given: unknown) => run(given) },
      ]),
    )
  const modelOf = MODELS[provider](load)
  // The package logs to stdout, which belongs to the host.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  return async (question, abortSignal) => {
    const { system, prompt, tools = [], maxSteps = 1 } = question
    const { text } = await generateText({
      model: modelOf(question),
      system,
      prompt,
      temperature: 0,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      abortSignal,
      ...(tools.length > 0 && {
        tools: toolSet(tools),
        stopWhen: stepCountIs(maxSteps),
        // After the last tool step the model has to answer.
        prepareStep: ({ stepNumber }) => (stepNumber >= maxSteps - 1 ? { toolChoice: 'none' } : {}),
      }),
    })
    return text
  }
}

type ModelOf = (question: Question) => ai.LanguageModel

const MODELS: Readonly<Record<LlmProvider, (load: NodeJS.Require) => ModelOf>> = {
  google(load) {
    const { createGoogleGenerativeAI } = load('@ai-sdk/google') as typeof google
    return (question) => createGoogleGenerativeAI(settings(question))(question.model)
  },
  openai(load) {
    const { createOpenAI } = load('@ai-sdk/openai') as typeof openai
    // Many servers support this version of the API, few the newer one.
    return (question) => createOpenAI(settings(question)).chat(question.model)
  },
  anthropic(load) {
    const { createAnthropic } = load('@ai-sdk/anthropic') as typeof anthropic
    return (question) => createAnthropic(settings(question))(question.model)
  },
}

const settings = ({ key, baseUrl }: Question): { apiKey: string; baseURL: string; fetch: typeof fetch } => ({
  apiKey: key,
  baseURL: baseUrl,
  fetch: async (input, init) => {
    // A redirect would carry the key to another host.
    const response = await fetch(input, { ...init, redirect: 'error' })
    return response.body === null
      ? response
      : new Response(response.body.pipeThrough(atMost(MAX_ANSWER_BYTES)), response)
  },
})

/** Longer than any answer; another party's server must not fill the memory. */
const MAX_ANSWER_BYTES = 4 << 20

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxBytes) controller.error(new Error('the answer is too long'))
      else controller.enqueue(chunk)
    },
  })
}
