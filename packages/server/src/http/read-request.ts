import * as v from 'valibot'
import type { FastifyRequest } from 'fastify'
import { Refused } from '../failure.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

export interface TimeRange {
  readonly since: number
  readonly until: number
}

export function checked<T extends v.ObjectEntries>(
  body: unknown,
  entries: T,
): v.InferOutput<v.ObjectSchema<T, undefined>> {
  const result = v.safeParse(v.object(entries), body)
  if (!result.success)
    throw new Refused(400, `${v.getDotPath(result.issues[0]) ?? 'body'}: ${result.issues[0].message}`)
  return result.output
}

export const idOf = ({ params }: FastifyRequest): string =>
  String((params as { id?: unknown }).id)
    .replaceAll('\0', '')
    .slice(0, 100)

export function queryOf({ query }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const texts = Object.entries(query as Record<string, unknown>).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  )
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value).replaceAll('\0', '').slice(0, 300)]))
}

/** Milliseconds since 1970; the last 7 days unless said. */
export function rangeOf(request: FastifyRequest, now: number): TimeRange {
  const { since, until } = queryOf(request)
  const time = (text: string | undefined, otherwise: number): number => {
    if (text === undefined) return otherwise
    if (!/^\d{1,15}$/.test(text)) throw new Refused(400, 'times are milliseconds since 1970')
    return Number(text)
  }
  return { since: time(since, now - WEEK_MS), until: time(until, now + HOUR_MS) }
}
