import type { LlmTool, Services } from '@holdpoint/engine'
import { cut, visible } from '../content.ts'
import { confine } from './confine.ts'
import { globTool } from './glob.ts'
import { grepTool } from './grep.ts'
import { readTool } from './read.ts'

/** One tool call, in a form that can be repeated. */
export interface Look {
  readonly tool: string
  readonly input: unknown
}

export interface Looking {
  readonly tools: readonly LlmTool[]
  readonly looks: readonly Look[]
  /** The results, in order. */
  readonly shown: readonly string[]
}

const MAX_LOOKS = 40
const MAX_CHARS = 20_000
const MAX_CHARS_IN_ALL = 150_000
const MAX_INPUT = 2_000

/** The tools for one question. They count their output, and refuse calls beyond the limit. */
export function lookingTools(
  root: string,
  { files, env }: Pick<Services, 'files' | 'env'>,
  mask: (text: string) => string,
  dress: (text: string) => string,
): Looking {
  const confinement = confine(root, env('HOME'), files)
  const looks: Look[] = []
  const shown: string[] = []
  let chars = 0
  const counted = (tool: LlmTool): LlmTool => ({
    ...tool,
    async run(input) {
      const isTooMuch = looks.length >= MAX_LOOKS || chars >= MAX_CHARS_IN_ALL
      if (isTooMuch) return 'You have seen enough. Answer now.'
      if ((JSON.stringify(input) ?? '').length > MAX_INPUT) return 'That is too long.'
      const at = looks.push({ tool: tool.name, input }) - 1
      // Calls may run concurrently, so each reserves its slot before it knows its size.
      chars += MAX_CHARS
      const text = cut(visible(await tool.run(input)), MAX_CHARS)
      chars += text.length - MAX_CHARS
      shown[at] = text
      return dress(text)
    },
  })
  const tools = [readTool, grepTool, globTool].map((make) => counted(make(confinement, mask)))
  return { tools, looks, shown }
}

/** The current results of the same calls. */
export async function lookAgain(looks: readonly Look[], tools: readonly LlmTool[]): Promise<void> {
  for (const { tool, input } of looks) await tools.find(({ name }) => name === tool)?.run(input)
}
