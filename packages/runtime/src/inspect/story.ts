import { UserError, type Answer, findHook } from '@holdpoint/engine'
import type { Effects } from '@holdpoint/shell'
import { explainConfiguration } from '../compose.ts'
import { decodeLine, type AuditRecord } from '../audit/decode.ts'
import { redact } from '../audit/redact.ts'
import { speakers } from '../audit/timeline.ts'
import type { Compiled } from '@holdpoint/engine/policy'
import { builtIn } from '@holdpoint/packs'
import { readable } from './effects.ts'
import type { Found } from './find.ts'
import { effectsOf, settingsOf, rebuildHostAnswer, type Here, type HookSettings } from './story-parts.ts'

/** Everything known about one decision. */
export interface Story {
  readonly record: AuditRecord
  readonly sequence: number
  readonly hash: string
  /** For a question to the user: the outcome. */
  readonly answer?: NonNullable<Found['answer']>
  /** The grants and uses that followed. */
  readonly steps: Found['steps']
  /** The configuration in force now. */
  readonly configNow?: string
  readonly hostAnswer?: Answer
  readonly effects?: Effects
  /** The known hooks among those that decided. */
  readonly hooks: readonly string[]
  /** Those of them that a project cannot loosen. */
  readonly floors: readonly string[]
  readonly settings: readonly HookSettings[]
}

export async function storyOf({ entry, answer, steps }: Found, root: string, here: Here): Promise<Story> {
  const record = decodeLine(entry.line)
  if (record === undefined) throw new UserError(`entry ${entry.sequence} cannot be read.`)
  const current = await configurationNow(root, here)
  const hostAnswer = await rebuildHostAnswer(record, root)
  const effects = await effectsOf(record, root, here)
  const catalogue = current?.catalogue ?? builtIn.catalogue
  const known = speakers(record).filter(({ id }) => findHook(id, catalogue) !== undefined)
  const hooks = [...new Set(known.map(({ id }) => id))]
  return {
    record,
    sequence: entry.sequence,
    hash: entry.hash,
    steps,
    ...(answer !== undefined && { answer }),
    hooks,
    floors: hooks.filter((id) => findHook(id, catalogue)?.enabledBy === 'always'),
    settings: current === undefined ? [] : hooks.flatMap((id) => settingsOf(id, current) ?? []),
    ...(current !== undefined && { configNow: current.settings.digest }),
    ...(hostAnswer !== undefined && { hostAnswer }),
    ...(effects !== undefined && { effects }),
  }
}

/** The output of `holdpoint why --json`. */
export const storyData = ({
  record,
  sequence,
  hash,
  answer,
  steps,
  configNow,
  hostAnswer,
  effects,
  settings,
}: Story) => ({
  ...record,
  sequence,
  hash,
  ...(answer !== undefined && { answer }),
  ...(steps.length > 0 && { approvals: steps.map(({ id, at, approval }) => ({ id, at, approval })) }),
  ...(configNow !== undefined && { configNow }),
  ...(hostAnswer !== undefined && { told: hostAnswer }),
  ...(effects !== undefined && { effects: masked(readable(effects)) }),
  settings,
})

/** The parts of a command may reveal what the masked whole does not. */
const masked = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'string' ? redact(part) : part))

/** An unreadable configuration must not prevent the user from reading past decisions. */
async function configurationNow(root: string, { env }: Here): Promise<Compiled | undefined> {
  try {
    return await explainConfiguration(root, { env, registry: builtIn })
  } catch {
    return undefined
  }
}
