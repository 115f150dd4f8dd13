import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { UserError } from '@holdpoint/engine'
import { collectorOf, momentOf, send } from '@holdpoint/runtime/audit'
import { dayOf } from '../database/partitions.ts'
import { formatOf, FORMATS, isFormat, logsIn, textsOf } from '../exports/formats.ts'
import { signedDays } from '../heads/days.ts'
import { readDays } from '../heads/files.ts'
import { signingKey } from '../heads/key.ts'
import { verifyDays } from '../heads/verify.ts'
import { linesOf } from '../reads/decisions.ts'
import { keyFile, withDatabase, type DatabaseLocation } from './open.ts'

export interface ExportOptions extends DatabaseLocation {
  readonly format: string
  readonly since: string
  readonly until?: string
  readonly endpoint?: string
}

/** Decisions other than pass, to stdout or to a collector. */
export async function exportDecisions(options: ExportOptions, version: string): Promise<void> {
  const { format, endpoint } = options
  if (!isFormat(format)) throw new UserError(`--format is one of ${FORMATS.join(', ')}.`)
  if (endpoint !== undefined && format !== 'otlp') throw new UserError('--endpoint needs --format otlp.')
  const now = new Date()
  const [since, until] = [momentOf(options.since, now), momentOf(options.until ?? '0s', now)]
  await withDatabase(options, async (database) => {
    const pages = linesOf(database, since, until)
    if (endpoint === undefined) return print(textsOf(pages, formatOf(format, version)))
    const collector = collectorOf(endpoint, process.env)
    let [sent, rejected] = [0, 0]
    for await (const rows of pages) {
      rejected += (await send(collector, 'logs', logsIn(rows, version))).rejected
      sent += rows.length
    }
    process.stderr.write(`${sent} decisions sent${rejected === 0 ? '' : `, the collector rejected ${rejected}`}\n`)
    if (rejected > 0) process.exitCode = 1
  })
}

/** The signed heads of each day, to stdout. */
export const printHeads = (place: DatabaseLocation & { readonly since?: string }): Promise<void> =>
  withDatabase(place, (database) => {
    const since = place.since === undefined ? 0 : dayOf(momentOf(place.since, new Date()))
    return print(lines(signedDays(database, since)))
  })

async function* lines(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

export interface VerifyOptions extends DatabaseLocation {
  readonly heads?: string
  readonly key?: string
  readonly publicKey?: readonly string[]
  readonly retention: string
}

const REWRITTEN = 2

/** Names each day that is not what was signed. */
export async function verifyServer(options: VerifyOptions): Promise<void> {
  const { heads, publicKey = [] } = options
  const file = options.key ?? keyFile(options.data)
  if (publicKey.length === 0 && !existsSync(file))
    throw new UserError(`the signing key ${file} is not here. Give its public key: --public-key <key>`)
  const trusted = publicKey.length > 0 ? publicKey : [signingKey(file).publicKey]
  const exported = heads === undefined ? undefined : readDays(heads)
  const retention = Number(options.retention)
  if (!Number.isInteger(retention) || retention < 1) throw new UserError('--retention is a number of days.')
  const found = await withDatabase(options, (database) =>
    verifyDays(database, { trusted, retention, now: Date.now(), ...(exported !== undefined && { exported }) }),
  )
  for (const { day, text } of found.problems) process.stdout.write(`${day}: ${text}\n`)
  if (found.days === 0) return void process.stdout.write('no day has been signed yet\n')
  const bad = new Set(found.problems.map(({ day }) => day)).size
  const days = (number: number): string => `${number} ${number === 1 ? 'day' : 'days'}`
  const notes = [
    ...(found.withoutContent > 0 ? [`${days(found.withoutContent)} older than the retention`] : []),
    ...(found.erased > 0 ? [`${found.erased} erased ${found.erased === 1 ? 'machine' : 'machines'}`] : []),
  ]
  const more = notes.length === 0 ? '' : ` (${notes.join(', ')}: signatures and hashes only)`
  process.stdout.write(
    bad === 0
      ? `${days(found.days)} checked: the database holds what was signed${more}\n`
      : `${days(found.days)} checked: ${days(bad)} ${bad === 1 ? 'is' : 'are'} not what was signed${more}\n`,
  )
  if (bad > 0) process.exitCode = REWRITTEN
}

/** Waits for a slow reader, so that its backlog does not fill the memory. */
async function print(texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
