import { gunzipSync } from 'node:zlib'
import { attempt } from '@holdpoint/engine'
import { chained } from '@holdpoint/runtime/audit'
import { bytesOf, numberOf, textOf, type Sql } from '../database/database.ts'
import { dayOf } from '../database/partitions.ts'
import { headsOn, signedDays, type ChainHead, type SignedDay, type Statement } from './days.ts'
import { isSignedWith, sha256 } from './key.ts'

export interface Verification {
  readonly days: number
  /** Days whose content retention has removed: only their signatures were checked. */
  readonly withoutContent: number
  /** Machines whose content an administrator has erased. */
  readonly erased: number
  /** The day and what is wrong with it, oldest first. */
  readonly problems: readonly { readonly day: string; readonly text: string }[]
}

export interface VerifyOptions {
  /** Keys that count; anyone who can write to the database could sign with another one. */
  readonly trusted: readonly string[]
  /** Kept outside of the database; else the database is compared with what it holds itself. */
  readonly exported?: readonly SignedDay[]
  /** How many days the server keeps; older ones have no content to compare. */
  readonly retention: number
  readonly now: number
}

/** Compares what the database holds with what was signed, and names each day that differs. */
export async function verifyDays(
  database: Sql,
  { trusted, exported, retention, now }: VerifyOptions,
): Promise<Verification> {
  const problems: { day: string; text: string }[] = []
  const erased = await erasedMachines(database)
  let [days, withoutContent, before]: [number, number, SignedDay | undefined] = [0, 0, undefined]
  const inDatabase = exported === undefined ? undefined : await statementsIn(database)
  for await (const signed of exported ?? signedDays(database)) {
    const { day } = signed
    const report = (text: string): void => void problems.push({ day, text })
    days += 1
    const statement = checkedStatement(signed, before, trusted, report)
    if (inDatabase !== undefined && inDatabase.get(day) !== sha256(signed.statement))
      report(inDatabase.has(day) ? 'the database holds another statement.' : 'the database has no statement.')
    before = signed
    if (statement === undefined) continue
    const number = dayOf(Date.parse(`${day}T00:00:00Z`))
    if (number <= dayOf(now) - retention) withoutContent += 1
    else {
      compare(statement.chains, await headsOn(database, number), erased, report)
      await checkSegments(database, number, report)
    }
  }
  return { days, withoutContent, erased: erased.size, problems }
}

type Report = (text: string) => void

function checkedStatement(
  { day, statement, publicKey, signature }: SignedDay,
  before: SignedDay | undefined,
  trusted: readonly string[],
  report: Report,
): Statement | undefined {
  if (!trusted.includes(publicKey) || !isSignedWith(publicKey, statement, signature)) {
    report('the signature is not of a trusted key.')
    return undefined
  }
  const content = attempt(() => JSON.parse(statement) as Statement)
  if (content?.version !== 1 || content.day !== day || !Array.isArray(content.chains)) {
    report('the statement is of another day or version.')
    return undefined
  }
  if (before !== undefined && content.previous !== sha256(before.statement))
    report(`it does not follow the statement of ${before.day}: a day between them is missing or was replaced.`)
  return content
}

const nameOf = ({ machine, project, epoch }: ChainHead): string => `${project} of machine ${machine} (${epoch})`

function compare(
  signed: readonly ChainHead[],
  held: readonly ChainHead[],
  erased: ReadonlySet<string>,
  report: Report,
): void {
  const now = new Map(held.map((head) => [nameOf(head), head]))
  for (const head of signed) {
    const found = now.get(nameOf(head))
    now.delete(nameOf(head))
    if (found === undefined) report(`the entries of ${nameOf(head)} are gone.`)
    else if (found.hash !== head.hash || found.sequence !== head.sequence)
      report(`entry ${head.sequence} of ${nameOf(head)} is not the one that was signed.`)
    else if (!erased.has(head.machine) && (found.notable !== head.notable || found.digest !== head.digest))
      report(`decisions of ${nameOf(head)} were changed, added or removed.`)
  }
  for (const name of now.keys()) report(`entries of ${name} were added later.`)
}

const PAGE = 50

/** Each segment follows the one before it, and its lines, where they are kept, have its hash. */
async function checkSegments(sql: Sql, day: number, report: Report): Promise<void> {
  let [chain, first] = [-1, -1]
  let last: { readonly chain: number; readonly next: number; readonly head: string } | undefined
  for (;;) {
    const { rows } = await sql.query(
      `SELECT chain, first, number, previous, head, body, project, machine FROM segments JOIN chains ON chains.id = chain
       WHERE day = $1 AND (chain, first) > ($2, $3) ORDER BY chain, first LIMIT ${PAGE}`,
      [day, chain, first],
    )
    for (const row of rows) {
      ;[chain, first] = [numberOf(row['chain']), numberOf(row['first'])]
      const [previous, head] = [textOf(row['previous']), textOf(row['head'])]
      const where = `${textOf(row['project'])} of machine ${textOf(row['machine'])}`
      if (last?.chain === chain && last.next === first && last.head !== previous)
        report(`entry ${first} of ${where} does not follow the one before it.`)
      const body = bytesOf(row['body'])
      if (body.length > 0 && hashOf(previous, body) !== head)
        report(`the lines from entry ${first} of ${where} do not have the hash that was sent.`)
      last = { chain, next: first + numberOf(row['number']), head }
    }
    if (rows.length < PAGE) return
  }
}

type Lines = readonly { readonly line: string; readonly encoding: 'utf8' | 'base64' }[]

const hashOf = (previous: string, body: Uint8Array): string | undefined =>
  attempt(() => (JSON.parse(gunzipSync(body).toString('utf8')) as Lines).reduce(chained, previous))

async function erasedMachines(sql: Sql): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query('SELECT id FROM machines WHERE erased_at IS NOT NULL')
  return new Set(rows.map(({ id }) => textOf(id)))
}

async function statementsIn(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const { day, statement } of signedDays(sql)) found.set(day, sha256(statement))
  return found
}
