// A worker: plays its share of the cases and writes `{sort, id, answer}` as JSON lines.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bundle.mjs'
import { corpusCases, fixtureCases, tableCases } from './cases.mjs'
import { auditOf, normaliser } from './normalise.mjs'
import { openSite } from './site.mjs'
import { loadTables } from './tables.mjs'
import { isFaithful, toWire } from './wire.mjs'

const NOW = '2026-03-01T12:00:00Z'

const { base, tables, out, share, of, only } = JSON.parse(process.argv[2])
process.on('disconnect', () => process.exit(1))
const site = openSite(base)
const { dispatch, loadHost, builtIn } = await import(join(root, 'packages/cli/dist/lib/index.js'))
const { playCase } = await import(join(root, 'packages/cli/dist/lib/testing.js'))
const host = await loadHost('claude-code')
const loaded = await loadTables(tables)

const all = [...fixtureCases(), ...tableCases(loaded.tables), ...corpusCases()]
const wanted = all.filter(({ id }) => only === undefined || id.includes(only))
// Neighbouring cases have the same settings, so each worker gets a contiguous range.
const blocks = Object.values(Object.groupBy?.(wanted, (one) => one.block) ?? grouped(wanted))
const mine = blocks.filter((_, index) => index % of === share).flat()
const lines = []
for (const given of mine) lines.push(...(await play(given)))
writeFileSync(out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
await loaded.end()
process.exit(0)

function grouped(cases) {
  const groups = {}
  for (const one of cases) (groups[one.block] ??= []).push(one)
  return groups
}

async function play(given) {
  prepare(given)
  const events = given.events(site.project).map((body) => ('payload' in body ? body : wireOf(body, given)))
  const last = events.at(-1)
  if (!events.every(({ faithful }) => faithful !== false)) return [await playInHarness(given)]
  for (const event of events.slice(0, -1)) await inProcess(event, given)
  const answer = await inProcess(last, given)
  const rows = [{ sort: given.sort, id: given.id, answer }]
  if (!isAsExpected(given, answer)) rows.push(await playInHarness(given))
  if (!given.alsoAsProcess) return rows
  prepare(given)
  for (const event of events.slice(0, -1)) await asProcess(event, given)
  return [...rows, { sort: 'process', id: `process: ${given.id}`, answer: await asProcess(last, given) }]
}

function prepare({ settings, git, files, prepare: more }) {
  site.reset(settings)
  if (git !== undefined) site.repository(git)
  site.handle.write(files ?? {})
  more?.(site.handle)
}

function wireOf(body, given) {
  const named = JSON.parse(JSON.stringify(body).replaceAll('{project}', site.project))
  const wire = toWire(named, site.project, host)
  const decoded = host.decode(wire.payload, {
    eventName: wire.name,
    env: { ...site.env, ...given.env, ...wire.env },
    cwd: site.project,
    now: new Date(given.now ?? NOW),
    id: 'test',
    lastAssistantText: () => undefined,
    findRoot: ([hint], from) => hint ?? from,
  })
  return { ...wire, faithful: isFaithful(named, decoded, site.project) }
}

/** Hooks that an agent calls by name listen to no event. */
function wordsFor({ hook, onlyCalled }, name) {
  return onlyCalled === true ? ['run', hook] : [name]
}

async function inProcess({ name, payload, env }, given) {
  const before = site.spool().length
  const answer = await dispatch(wordsFor(given, name), payload, {
    env: { ...site.env, ...env, ...given.env },
    cwd: site.project,
    now: () => new Date(given.now ?? NOW),
  })
  return recorded(answer, site.spool().slice(before), normaliser(site, base))
}

async function asProcess({ name, payload, env }, given) {
  const before = site.spool().length
  const answer = await ended(['hook', ...wordsFor(given, name)], JSON.stringify(payload), {
    cwd: site.project,
    env: { ...site.env, ...env, ...given.env },
  })
  return recorded(answer, site.spool().slice(before), normaliser(site, base, { real: true }))
}

/** Not concurrently: some cases talk to a server in this process. */
function ended(words, input, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'packages/cli/dist/bin/holdpoint.cjs'), ...words], options)
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (said[name] += text))
    child.on('error', reject).on('close', (exitCode) => resolve({ ...said, exitCode }))
    child.stdin.on('error', () => undefined).end(input)
  })
}

function recorded({ stdout, stderr, exitCode }, audit, normalise) {
  const plain = (text) => (text === '' ? undefined : normalise(text))
  return {
    exit: exitCode,
    stdout: parsed(plain(stdout)),
    stderr: plain(stderr),
    audit: audit.map((line) => JSON.parse(normalise(JSON.stringify(auditOf(line))))),
  }
}

/** JSON stays JSON, which is easier to review than an escaped string. */
function parsed(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** The whole program may answer differently from the hook alone: another hook was faster, or its state is elsewhere. */
function isAsExpected({ hook, decision }, { audit }) {
  if (decision === undefined) return true
  const own = audit.flatMap(({ hooks }) => hooks).find(({ id }) => id === hook)
  return (own?.decision ?? 'pass') === decision && own?.failure === undefined
}

/** Cases that the host cannot express use the harness of `holdpoint/testing`, with the built hook. */
async function playInHarness({ id, hook, given }) {
  const normalise = normaliser(site, base)
  try {
    const verdict = await playCase(await builtIn.load(hook), given)
    return {
      sort: 'harness',
      id: `harness: ${id}`,
      answer: { verdict: JSON.parse(normalise(JSON.stringify(verdict))) },
    }
  } catch (error) {
    return { sort: 'harness', id: `harness: ${id}`, answer: { error: normalise(error.message) } }
  }
}
