import { findDecision, storyData, storyOf, storyText } from '@holdpoint/runtime/inspect'
import { auditPlace, NOTHING_YET, readAudit } from './audit.ts'
import { paint } from './log.ts'
import { colours, print, printJson } from './output.ts'

interface WhyOptions {
  readonly project?: string
  readonly json?: boolean
}

/** Everything the audit knows about one decision. */
export async function why(wanted: string, { project, json }: WhyOptions): Promise<void> {
  const place = auditPlace(project)
  const found = await readAudit(place, ({ store }) => findDecision(store, wanted))
  if (found === undefined) return print(NOTHING_YET)
  const story = await storyOf(found, place.root, { env: process.env, program: process.argv[1] })
  if (json === true) printJson(storyData(story))
  else print(storyText(story, { bold: colours.bold, decision: paint }, new Date()))
}
