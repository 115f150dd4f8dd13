import { existsSync, lstatSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type {
  AgentEvent,
  HookEntry,
  HookResult,
  Answer,
  Ledger,
  PackNeeds,
  PackRules,
  PackSession,
} from '@holdpoint/engine'
import { redact } from './audit/redact.ts'
import { appendLine } from './system/files/write.ts'
import { packFor } from '@holdpoint/packs'
import { temporaryRoot } from './system/state/temp.ts'

/** The files that packs keep besides the state of their hooks. */
export interface OpenPacks {
  readonly ledgers: readonly Ledger[]
  rules(pack: string): PackRules | undefined
  /** Never throws. */
  log(results: readonly HookResult[], answer: Answer): void
}

interface Needs extends Pick<PackNeeds, 'catalogue' | 'devModeFile' | 'pluginRoot'> {
  readonly event: AgentEvent
  readonly env: Readonly<Record<string, string | undefined>>
  services(): Promise<PackNeeds['services']>
}

/** Opens the packs of these hooks. Packs without such files cost nothing. */
export async function openPacks(hooks: readonly HookEntry[], needs: Needs): Promise<OpenPacks> {
  const packs = new Set(hooks.map(({ id }) => packFor(id)).filter((pack) => pack?.open !== undefined))
  const sessions = new Map<string, PackSession>()
  const ledgers: Ledger[] = []
  for (const pack of packs) {
    if (pack?.open === undefined) continue
    const services = await needs.services()
    const given = { ...needs, services, temporaryRoot: temporaryRoot(needs.env), exists, redact, append }
    sessions.set(pack.name, await pack.open(given))
    if (pack.ledger !== undefined) ledgers.push(pack.ledger(services.temp, needs.event.session, needs.catalogue))
  }
  return {
    ledgers,
    rules: (pack) => sessions.get(pack)?.rules,
    log: (results, answer) => sessions.forEach((session) => session.log?.(results, answer)),
  }
}

const exists = (path: string, base: string): boolean => existsSync(resolve(base, path))

function append(file: string, text: string): void {
  if (text === '') return
  try {
    const owner = lstatSync(file, { throwIfNoEntry: false })?.uid
    if (owner !== undefined && process.getuid !== undefined && owner !== process.getuid()) return
    appendLine(dirname(file), basename(file), text)
  } catch {
    // A log that cannot be written must not delay the answer; the audit has the decision too.
  }
}
