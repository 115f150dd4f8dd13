import type { CodeEffect, FileEffect, SystemAction, SystemEffect } from '../effects.ts'
import { isKnown } from '../effects.ts'
import { isWithin } from '../paths.ts'
import { contextOf, type Context } from '../read/context.ts'
import { writtenTo } from '../state/written-files.ts'
import { isExact } from '../words/value.ts'

/**
 * Runs code that was there before this session: the project's scripts, or the user's. People have written it to do
 * what it does, so only what is certain counts: doubts, unknown targets and what it reads are left out.
 */
export function asOwnCode<T>(context: Context, body: (own: Context) => T): T {
  const { reader, state, call, run } = context
  const { found } = reader
  const { files, code, system, doubts } = found
  const before = [files.length, code.length, system.length, doubts.length] as const
  const place = { ...call.place, own: true }
  const written = state.puts.length
  const result = reader.partly(() => body(contextOf(reader, state, { ...call, place }, { ...run, own: true })))
  // What it makes is the project's, too: a program that it builds or fetches is nothing to ask about.
  for (const { path, old } of state.puts.splice(written).toReversed()) {
    const now = state.files.get(path)
    if (now === undefined || isExact(now)) continue
    if (old === undefined) state.files.delete(path)
    else state.files.set(path, old)
  }
  retain(files, before[0], isCertainFile)
  retain(code, before[1], isHidden)
  retain(system, before[2], isCertain)
  // Only when nothing more can be read of the command itself.
  const isOver = !reader.step(0)
  retain(doubts, before[3], ({ about }) => isOver && about === 'limit')
  return result
}

function retain<T>(list: T[], from: number, keep: (one: T) => boolean): void {
  let end = from
  for (let at = from; at < list.length; at++) {
    const one = list[at]
    if (one !== undefined && keep(one)) list[end++] = one
  }
  list.length = end
}

const isCertainFile = ({ op, path, maybe, namedBy }: FileEffect): boolean =>
  op !== 'read' && op !== 'list' && !maybe && isKnown(path) && namedBy === undefined

const isHidden = ({ from }: CodeEffect): boolean => from.network || from.decoded

const CERTAIN: ReadonlySet<SystemAction> = new Set([
  'halt',
  'format',
  'destroy-storage',
  'fork-bomb',
  'remote-shell',
  'sql',
])
const isCertain = ({ what }: SystemEffect): boolean => CERTAIN.has(what)

/** A file that neither this command nor an earlier call of the session has put there. */
export function isOwnFile({ state, reader: { world } }: Context, path: string): boolean {
  if (!isKnown(path) || writtenTo(path, state) !== undefined || world.originOf?.(path) !== undefined) return false
  return !isTemporary(path) || world.workTree(path.slice(0, path.lastIndexOf('/'))) !== undefined
}

/** Where any user may have put it. */
const isTemporary = (path: string): boolean => TEMPORARY.some((place) => isWithin(path, place))
const TEMPORARY = ['/dev', '/tmp', '/var/tmp', '/dev/shm', '/private/tmp', '/private/var/tmp', '/var/folders']
