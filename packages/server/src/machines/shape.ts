import * as v from 'valibot'
import { LEVELS, MAX_LINES } from '@holdpoint/runtime/fleet'
import { Refused } from '../failure.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const name = v.pipe(v.string(), v.maxLength(300))
const amount = v.pipe(v.number(), v.finite(), v.minValue(0))
const time = v.pipe(v.number(), v.safeInteger())
const line = v.object({ line: v.string(), encoding: v.picklist(['utf8', 'base64']) })
const link = v.object({ sequence: count, hash })
/** Of both, nothing but what is safe to show and to compare. */
const project = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.regex(/^[^\p{Cc}\s]+$/u))
const epoch = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const chain = v.object({ project, epoch })
const MAX_GROUPS = 20_000

const figures = v.object({
  decisions: v.pipe(
    v.array(
      v.object({
        hour: time,
        decision: name,
        event: name,
        tool: name,
        bucket: v.pipe(count, v.maxValue(11)),
        number: count,
        ms: amount,
        maxMs: amount,
      }),
    ),
    v.maxLength(MAX_GROUPS),
  ),
  sessions: v.pipe(
    v.array(
      v.object({
        hour: time,
        session: name,
        agent: name,
        number: count,
        refused: count,
        asked: count,
        firstAt: time,
        lastAt: time,
        lastSequence: count,
      }),
    ),
    v.maxLength(MAX_GROUPS),
  ),
  hooks: v.pipe(
    v.array(v.object({ hour: time, hook: name, message: name, decision: name, number: count })),
    v.maxLength(MAX_GROUPS),
  ),
  lastAt: v.optional(time),
})

const batch = v.object({
  chain,
  level: v.picklist(LEVELS),
  first: v.pipe(count, v.minValue(1)),
  count: v.pipe(count, v.minValue(1), v.maxValue(MAX_LINES)),
  previous: hash,
  head: hash,
  gap: v.optional(v.literal(true)),
  lines: v.optional(v.pipe(v.array(line), v.maxLength(MAX_LINES))),
  marks: v.optional(v.string()),
  figures: v.optional(figures),
  notable: v.optional(
    v.pipe(v.array(v.object({ ...line.entries, sequence: count, previous: hash })), v.maxLength(MAX_LINES)),
  ),
})
export type CheckedBatch = v.InferOutput<typeof batch>

const heartbeat = v.object({
  version: name,
  build: name,
  level: v.picklist(LEVELS),
  at: time,
  daemon: v.picklist(['running', 'absent']),
  lost: count,
  projects: v.pipe(
    v.array(
      v.object({
        chain,
        anchor: link,
        head: link,
        shipped: count,
        lastEventAt: v.optional(time),
        lastWorkAt: v.optional(time),
        hosts: v.pipe(v.array(name), v.maxLength(50)),
        hooks: v.pipe(v.array(name), v.maxLength(500)),
        policy: name,
        drift: v.boolean(),
      }),
    ),
    v.maxLength(200),
  ),
})
export type CheckedHeartbeat = v.InferOutput<typeof heartbeat>

const enrolment = v.object({
  token: name,
  publicKey: v.pipe(v.string(), v.maxLength(200)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100), v.regex(/^[^\p{Cc}]+$/u)),
  fingerprint: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  level: v.picklist(LEVELS),
  version: name,
})
export type CheckedEnrolment = v.InferOutput<typeof enrolment>

const checked =
  <S extends v.GenericSchema>(schema: S, what: string) =>
  (body: unknown): v.InferOutput<S> => {
    const result = v.safeParse(schema, body)
    if (result.success) return result.output
    const [issue] = result.issues
    throw new Refused(400, `not a valid ${what}: ${v.getDotPath(issue) ?? 'body'}: ${issue.message}`.slice(0, 300))
  }

export const checkBatch = checked(batch, 'batch')
export const checkHeartbeat = checked(heartbeat, 'heartbeat')
export const checkEnrolment = checked(enrolment, 'enrolment')
export const checkChain = checked(
  v.object({ ...chain.entries, after: v.pipe(v.string(), v.regex(/^\d{1,15}$/)) }),
  'query',
)
