import { notNamed, type Llm, type LlmProvider } from '@holdpoint/engine'

/**
 * Models are called through packages that are loaded, and have to be installed, only when a hook calls one. No data is
 * sent to a provider that the user has not named, even if a hook asks for it.
 */
export const openLlm = (
  mask: (text: string) => string,
  signal: () => AbortSignal,
  mayAsk: (provider: LlmProvider) => boolean,
): Llm => ({
  mask,
  mayAsk,
  async ask(question) {
    const { provider, isUsers = false } = question
    if (!isUsers && !mayAsk(provider)) return { failure: 'error', message: notNamed(provider) }
    const { askProvider } = await import('./ask.ts')
    return askProvider(question, signal())
  },
})
