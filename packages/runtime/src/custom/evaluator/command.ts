import type { LlmAnswer, Services } from '@holdpoint/engine'
import type { Evaluator } from './evaluation.ts'

const MAX_BYTES = 1 << 20

/** A user's program that gets the whole question on stdin and answers on stdout, as a model would. */
export const commandEvaluator = (
  [program = '', ...args]: readonly string[],
  root: string,
  { process }: Pick<Services, 'process'>,
): Evaluator => ({
  name: program,
  looksElsewhere: true,
  async ask({ system, prompt, timeoutMs }) {
    const { exitCode, stdout, problem } = await process.run(program, args, {
      cwd: root,
      input: `${system}\n\n${prompt}\n`,
      timeoutMs,
      endBeyond: MAX_BYTES,
    })
    const error = (message: string): LlmAnswer => ({ failure: 'error', message })
    if (exitCode === undefined) return error(problem ?? 'it could not be started, or did not end in time')
    if (exitCode !== 0) return error(`it ended with exit code ${exitCode}`)
    return stdout.trim() === '' ? error('it said nothing') : { text: stdout }
  },
})
