import type { Llm } from '../core/services.ts'

/** Models are asked through packages that are loaded, and need to be there, only when somebody asks. */
export const openLlm = (mask: (text: string) => string, signal: () => AbortSignal): Llm => ({
  mask,
  async ask(question) {
    const { askProvider } = await import('./ask.ts')
    return askProvider(question, signal())
  },
})
