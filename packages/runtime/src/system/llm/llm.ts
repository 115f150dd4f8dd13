import { notNamed, type Llm, type LlmProvider } from '@holdpoint/engine'

/**
 * Models are asked through packages that are loaded, and need to be there, only when somebody asks. Nothing leaves for
 * a provider that the user has not named, whatever a hook asks for.
 */
export const openLlm = (
  mask: (text: string) => string,
  signal: AbortSignal,
  mayAsk: (provider: LlmProvider) => boolean,
): Llm => ({
  mask,
  mayAsk,
  async ask(question) {
    const { provider, isUsers = false } = question
    if (!isUsers && !mayAsk(provider)) return { failure: 'error', message: notNamed(provider) }
    const { askProvider } = await import('./ask.ts')
    return askProvider(question, signal)
  },
})
