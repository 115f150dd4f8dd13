import { join } from 'node:path'
import { countOf, counts, safeName, type Counts, type Services } from '@holdpoint/engine'
import { fieldAt, integer, mainTree, PROJECT_CONFIG } from '@holdpoint/packs'
import { files } from './system/files/files.ts'
import { openTemp, temporaryRoot } from './system/state/temp.ts'
import { openServices } from './services.ts'

/** What scripts around hooks read and keep: configuration keys, YAML fields, the log and the breaker of a session. */

/** Opened for each call, and nothing is kept, so that two calls never disagree with the disk. */
const services = (): Services => openServices({ env: process.env }).for(new AbortController().signal)

/**
 * A key of the section `hooks` in `.claude/project.yml`, as text. In a linked work tree without such a file the one of
 * the main work tree counts. Undefined when the key is missing or holds no single value.
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
 * the file cannot be read, or the field is missing or holds no single value.
 */
export async function parseYamlField(file: string, field: string): Promise<string | undefined> {
  const part = /\.ya?ml$/i.test(file) ? 'whole' : 'front matter'
  const value = fieldAt((await services().yaml(file, part))?.value, field)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

/** A whole number of at least 0: of a text its digits count. What is none is the fallback. */
export const safeInt = (value: unknown, fallback = 0): number => integer(value) ?? fallback

/** Adds `[time] hook: DECISION | detail` to the log of a session, `planning-hooks-<session>.log` in the directory for temporary files. */
export function logHook(session: string, hook: string, decision: string, detail = ''): void {
  const line = `${hook}: ${decision} | ${detail}`.replaceAll(/[\r\n]+/g, ' ')
  const file = join(temporaryRoot(process.env), `planning-hooks-${safeName(session)}.log`)
  files.append(file, `[${new Date().toISOString().slice(0, 19)}Z] ${line}\n`)
}

const breakerOf = (session: string): string => `planning-hook-breaker-${safeName(session)}`

/** Whether a hook has failed so often in a session that it is left out. */
export const isBreakerOpen = (session: string, hook: string, threshold = 3): boolean =>
  countOf(counts(openTemp(process.env).get(breakerOf(session))), hook) >= threshold

/** Counts a failure of the hook itself; a denial is none. Gives the new count. */
export function recordHookFailure(session: string, hook: string): number {
  const next = changeBreaker(session, (old) => ({ ...old, [hook]: countOf(old, hook) + 1 }))
  return countOf(next, hook)
}

/** Sets the count back to 0. */
export const resetHookFailure = (session: string, hook: string): void =>
  void changeBreaker(session, (old) => (Object.hasOwn(old, hook) ? { ...old, [hook]: 0 } : old))

const changeBreaker = (session: string, change: (old: Counts) => Counts): Counts =>
  counts(openTemp(process.env).update<Counts>(breakerOf(session), (old) => change(counts(old))))
