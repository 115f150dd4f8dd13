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
import { effectsOf, settingsOf, toldTo, type Here, type HookSettings } from './story-parts.ts'

/** Everything there is to tell of one decision. */
export interface Story {
  readonly record: AuditRecord
  readonly sequence: number
  readonly hash: string
  /** Of a question to the user: what became of it. */
  readonly answer?: NonNullable<Found['answer']>
  /** The configuration in force now. */
  readonly configNow?: string
  readonly told?: Answer
  readonly effects?: Effects
  /** Hooks that spoke, as far as we know them. */
  readonly hooks: readonly string[]
  /** Those of them that a project cannot loosen. */
  readonly floors: readonly string[]
  readonly settings: readonly HookSettings[]
}

export async function storyOf({ entry, answer }: Found, root: string, here: Here): Promise<Story> {
  const record = decodeLine(entry.line)
  if (record === undefined) throw new UserError(`entry ${entry.sequence} cannot be read.`)
  const current = await configurationNow(root, here)
  const told = await toldTo(record, root)
  const effects = await effectsOf(record, root, here)
  const catalogue = current?.catalogue ?? builtIn.catalogue
  const known = speakers(record).filter(({ id }) => findHook(id, catalogue) !== undefined)
  const hooks = [...new Set(known.map(({ id }) => id))]
  return {
    record,
    sequence: entry.sequence,
    hash: entry.hash,
    ...(answer !== undefined && { answer }),
    hooks,
    floors: hooks.filter((id) => findHook(id, catalogue)?.enabledBy === 'always'),
    settings: current === undefined ? [] : hooks.flatMap((id) => settingsOf(id, current) ?? []),
    ...(current !== undefined && { configNow: current.settings.digest }),
    ...(told !== undefined && { told }),
    ...(effects !== undefined && { effects }),
  }
}

/** As `holdpoint why --json` gives it. */
export const storyData = ({ record, sequence, hash, answer, configNow, told, effects, settings }: Story) => ({
  ...record,
  sequence,
  hash,
  ...(answer !== undefined && { answer }),
  ...(configNow !== undefined && { configNow }),
  ...(told !== undefined && { told }),
  ...(effects !== undefined && { effects: masked(readable(effects)) }),
  settings,
})

/** In parts, a command may show what it did not show as a whole. */
const masked = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'string' ? redact(part) : part))

/** A configuration that cannot be read must not keep anybody from reading the past. */
async function configurationNow(root: string, { env }: Here): Promise<Compiled | undefined> {
  try {
    return await explainConfiguration(root, { env, registry: builtIn })
  } catch {
    return undefined
  }
}
