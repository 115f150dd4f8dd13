import { join } from 'node:path'
import { countOf, counts, safeName, type Counts, type Services } from '@holdpoint/engine'
import { fieldAt, integer, mainTree, PROJECT_CONFIG } from '@holdpoint/packs'
import { files } from './system/files/files.ts'
import { openTemp, temporaryRoot } from './system/state/temp.ts'
import { openServices, unlimited } from './services.ts'

/** What scripts around hooks use: configuration keys, YAML fields, the log and the circuit breaker of a session. */

/** Opened for each call and not cached, so results always match the disk. */
const services = (): Services => openServices({ env: process.env }).for(unlimited)

/**
 * A key of the section `hooks` in `.claude/project.yml`, as text. A linked work tree without this file uses the one of
 * the main work tree. Undefined when the key is missing or is not a scalar.
 */
export async function readHookConfig(root: string, key: string): Promise<string | undefined> {
  const field = `hooks.${key}`
  const own = join(root, PROJECT_CONFIG)
  if (files.stat(own) !== undefined) return parseYamlField(own, field)
  const main = mainTree(root, services())
  return main === undefined ? undefined : parseYamlField(join(main, PROJECT_CONFIG), field)
}

/** Whether that key is `true`. */
export const isHookEnabled = async (root: string, key: string): Promise<boolean> =>
  (await readHookConfig(root, key))?.trim().toLowerCase() === 'true'

/**
 * A field of a YAML file, or of the front matter of another file, as text: `phase`, `hooks.stop_guard`. Undefined when
 * the file cannot be read, or the field is missing or is not a scalar.
 */
export async function parseYamlField(file: string, field: string): Promise<string | undefined> {
  const part = /\.ya?ml$/i.test(file) ? 'whole' : 'front matter'
  const value = fieldAt((await services().yaml(file, part))?.value, field)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

/** An integer of at least 0, or the digits of a text; otherwise the fallback. */
export const safeInt = (value: unknown, fallback = 0): number => integer(value) ?? fallback

/** Adds `[time] hook: DECISION | detail` to the log of a session, `planning-hooks-<session>.log` in the directory for temporary files. */
export function logHook(session: string, hook: string, decision: string, detail = ''): void {
  const line = `${hook}: ${decision} | ${detail}`.replaceAll(/[\r\n]+/g, ' ')
  const file = join(temporaryRoot(process.env), `planning-hooks-${safeName(session)}.log`)
  files.append(file, `[${new Date().toISOString().slice(0, 19)}Z] ${line}\n`)
}

const breakerOf = (session: string): string => `planning-hook-breaker-${safeName(session)}`

/** Whether a hook has failed so often in a session that it is skipped. */
export const isBreakerOpen = (session: string, hook: string, threshold = 3): boolean =>
  countOf(counts(openTemp(process.env).get(breakerOf(session))), hook) >= threshold

/** Counts a failure of the hook itself; a denial is not a failure. Returns the new count. */
export function recordHookFailure(session: string, hook: string): number {
  const next = changeBreaker(session, (old) => ({ ...old, [hook]: countOf(old, hook) + 1 }))
  return countOf(next, hook)
}

/** Resets the count to 0. */
export const resetHookFailure = (session: string, hook: string): void =>
  void changeBreaker(session, (old) => (Object.hasOwn(old, hook) ? { ...old, [hook]: 0 } : old))

const changeBreaker = (session: string, change: (old: Counts) => Counts): Counts =>
  counts(openTemp(process.env).update<Counts>(breakerOf(session), (old) => change(counts(old))))
