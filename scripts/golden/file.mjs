// test/golden: a file per sort of case, a JSON line per case, sorted by id. An answer that many cases share is a line of
// answers.jsonl, named by its digest.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bundle.mjs'

const FOLDER = join(root, 'test/golden')
const SHARED = 'answers.jsonl'

export function readGolden() {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))
  const shared = new Map(linesOf(SHARED).map(({ key, ...answer }) => [key, answer]))
  return names
    .filter((name) => name !== SHARED)
    .flatMap((name) =>
      linesOf(name).map(({ id, as, ...answer }) => ({
        sort: name.replace('.jsonl', ''),
        id,
        answer: as === undefined ? answer : shared.get(as),
      })),
    )
}

const linesOf = (name) =>
  readFileSync(join(FOLDER, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

export function writeGolden(rows) {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const uses = new Map()
  for (const { answer } of rows) uses.set(keyOf(answer), [...(uses.get(keyOf(answer)) ?? []), answer])
  const files = {}
  for (const { sort, id, answer } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const key = keyOf(answer)
    const line = uses.get(key).length > 1 ? { id, as: key } : { id, ...answer }
    ;(files[`${sort}.jsonl`] ??= []).push(line)
  }
  files[SHARED] = [...uses]
    .filter(([, answers]) => answers.length > 1)
    .map(([key, [answer]]) => ({ key, ...answer }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(FOLDER, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const keyOf = (answer) => createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 12)
