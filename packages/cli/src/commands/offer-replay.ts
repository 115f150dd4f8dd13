import { hasTranscripts, summarise } from '../replay/summarise.ts'

const DAYS = 30

/** Offers to show what the chosen presets would have done lately. Only on a terminal; a failure does not matter. */
export async function offerReplay(root: string, presets: readonly string[]): Promise<void> {
  if (presets.length === 0 || !hasTranscripts(root, process.env)) return
  const { confirm, log } = await import('@clack/prompts')
  const wanted = await confirm({
    message: `See what this would have done to your last ${DAYS} days here? Claude Code’s transcripts are read on this machine. Nothing is stored or sent.`,
  })
  if (wanted !== true) return
  try {
    const found = await summarise(root, presets, DAYS, process.env)
    if (found === undefined) return log.info(`No tool call in the last ${DAYS} days.`)
    const { calls, counts, partial } = found
    const of = partial ? `the latest ${calls} tool calls` : `${calls} tool calls of your last ${DAYS} days`
    log.info(
      `${of} under ${presets.join(' + ')}: ${counts.deny} denials, ${counts.ask} asks, ${counts.rewrite} rewritten. \`holdpoint replay\` shows which.`,
    )
  } catch {
    // A failed replay must not fail the install.
  }
}
