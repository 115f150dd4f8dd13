import { writeFileSync } from 'node:fs'
import { messageOf, UserError } from '@holdpoint/engine'
import { plain, momentOf } from '@holdpoint/runtime/audit'
import { builtIn } from '@holdpoint/packs'
import { projectFolders, transcriptHome } from '@holdpoint/runtime'
import { namedTranscripts, type Transcript } from '../replay/find.ts'
import { MEANING, remarks, replayPage, WORDS } from '../replay/html.ts'
import { namesIn, openPolicy, policyNamed, type PolicySource } from '../replay/policy.ts'
import { replay as run } from '../replay/replay.ts'
import type { ReplayFinding, Replay } from '../replay/tally.ts'
import { paint } from './log.ts'
import { colours, columns, cut, print, printJson, wrap } from './output.ts'
import { progressBar } from './progress.ts'
import { projectRoot } from './project.ts'

export interface ReplayCommandOptions {
  readonly project?: string
  readonly policy?: string
  readonly preset?: string
  readonly compare?: string
  readonly since?: string
  readonly limit?: string
  readonly allProjects?: boolean
  readonly yes?: boolean
  readonly html?: string
  readonly json?: boolean
}

const DEFAULT_LIMIT = 20
const INTERRUPTED = 130

/** Judges past tool calls by a policy. Reads transcripts only; nothing is run, kept or sent. */
export async function replay(paths: readonly string[], options: ReplayCommandOptions): Promise<void> {
  const root = projectRoot(options.project)
  const now = new Date()
  const since = options.since === undefined ? undefined : momentOf(options.since, now)
  const limit = limitOf(options.limit)
  const policy = await openPolicy(sourceOf(options, root), process.env, builtIn)
  const other =
    options.compare === undefined ? undefined : await openPolicy(policyNamed(options.compare), process.env, builtIn)
  const { transcripts, within } = await transcriptsFor(paths, options, root, since)
  if (transcripts.length === 0) {
    const where = paths.length > 0 ? paths.join(', ') : (transcriptHome(process.env) ?? 'an unknown home directory')
    throw new UserError(`no Claude Code transcripts in ${where}.`)
  }

  const total = transcripts.reduce((sum, { bytes }) => sum + bytes, 0)
  const bar = progressBar('calls')
  let isOver = false
  const stop = (): void => void (isOver = true)
  process.once('SIGINT', stop)
  const found = await run({
    transcripts,
    policy,
    ...(other !== undefined && { other }),
    registry: builtIn,
    env: withoutAgent(process.env),
    ...(process.argv[1] !== undefined && { program: process.argv[1] }),
    ...(since !== undefined && { since }),
    ...(within !== undefined && { root: within }),
    isOver: () => isOver,
    onProgress: ({ calls, bytes }) => bar.show(total === 0 ? 1 : bytes / total, calls),
  })
  process.removeListener('SIGINT', stop)
  bar.end()
  if (isOver) process.exitCode = INTERRUPTED
  if (options.html !== undefined) writePage(options.html, replayPage(found, now))
  if (options.json === true) return printJson(found)
  show(found, limit)
  if (options.html !== undefined) print(`\nWritten to ${options.html}`)
}

function sourceOf({ policy, preset }: ReplayCommandOptions, root: string): PolicySource {
  if (policy !== undefined && preset !== undefined) throw new UserError('give --policy or --preset, not both.')
  if (policy !== undefined) return { kind: 'file', path: policy }
  return preset === undefined ? { kind: 'in force', root } : { kind: 'presets', names: namesIn([preset]) }
}

interface Chosen {
  readonly transcripts: readonly Transcript[]
  /** Only sessions that were started here count. */
  readonly within: string | undefined
}

async function transcriptsFor(
  paths: readonly string[],
  { allProjects, yes }: ReplayCommandOptions,
  root: string,
  since: number | undefined,
): Promise<Chosen> {
  if (paths.length > 0) return { transcripts: namedTranscripts(paths, since), within: undefined }
  const home = transcriptHome(process.env)
  const folders = allProjects === true ? (home === undefined ? [] : [home]) : projectFolders(root, process.env)
  const transcripts = folders.length === 0 ? [] : namedTranscripts(folders, since)
  if (transcripts.length > 0) await mayRead(transcripts.length, allProjects === true ? 'all projects' : root, yes)
  return { transcripts, within: allProjects === true ? undefined : root }
}

const PROMISE = 'They are read on this machine. Nothing is stored or sent.'

/** A transcript holds everything that was said, so it is read only on request. */
async function mayRead(count: number, whose: string, yes: boolean | undefined): Promise<void> {
  if (yes === true) return
  const what = `${count} ${count === 1 ? 'transcript' : 'transcripts'} of Claude Code for ${whose}`
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UserError(`this would read ${what}. ${PROMISE} Add --yes, or name the files.`)
  }
  const { confirm } = await import('@clack/prompts')
  const answer = await confirm({ message: `Read ${what}? ${PROMISE}`, output: process.stderr })
  if (answer !== true) throw new UserError('nothing was read.')
}

/** Inside an agent's session, its variables would attach the replay to that session. */
const withoutAgent = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:CLAUDE|ANTHROPIC_)/.test(name)))

function limitOf(given: string | undefined): number {
  const limit = Number(given ?? DEFAULT_LIMIT)
  if (Number.isSafeInteger(limit) && limit >= 0) return limit
  throw new UserError(`invalid --limit \`${given}\`. Give a number of at least 0.`)
}

/** Readable by the user only: the report contains commands. */
function writePage(path: string, page: string): void {
  try {
    writeFileSync(path, page, { mode: 0o600 })
  } catch (error) {
    throw new UserError(`${path} cannot be written: ${messageOf(error)}.`, { cause: error })
  }
}

function show(found: Replay, limit: number): void {
  const { calls, sessions, from, to, policy, other, otherCounts } = found
  const period = from === undefined || to === undefined ? '' : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`
  const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
  print(`${plural(calls, 'tool call')} in ${plural(sessions, 'session')}${period}`)
  print(other === undefined ? `${policy}\n` : `THIS ${policy}\nOTHER ${other}\n`)
  const head = otherCounts === undefined ? [] : [['', 'THIS', 'OTHER', '']]
  const rows = WORDS.map((word) => [
    word,
    String(found.counts[word]),
    ...(otherCounts === undefined ? [] : [String(otherCounts[word])]),
    MEANING[word],
  ])
  for (const line of columns([...head, ...rows], (cell, column) => (column === 0 ? paint(cell) : cell))) {
    print(`  ${line}`)
  }
  if (other !== undefined) print(`\nThey differ on ${plural(found.differing, 'call')}.`)
  if (found.groups.length > 0) {
    print('')
    const table = found.groups
      .slice(0, limit)
      .map(({ word, count, hook, message, example }) => [
        word,
        String(count),
        `${hook}${message === '' ? '' : ` (${message})`}`,
        cut(plain(example), 40),
      ])
    for (const line of columns([['', 'TIMES', 'HOOK', 'FOR EXAMPLE'], ...table])) print(`  ${line}`)
  }
  const listed = found.findings.filter((finding) => other === undefined || finding.other !== undefined).slice(0, limit)
  if (listed.length > 0) print(`\n${colours.bold(other === undefined ? 'Calls' : 'Where they differ')}`)
  for (const finding of listed) print(`  ${lineOf(finding)}`)
  const notes = remarks({ ...found, notKept: 0 })
  if (notes.length > 0) print('')
  for (const note of notes) print(wrap(note))
}

function lineOf({ at = '', word, other, tool, subject, fate }: ReplayFinding): string {
  const decision = other === undefined ? paint(word.padEnd(8)) : `${paint(word)} → ${paint(other.word)} `
  const then = fate === undefined ? '' : colours.dim(`  (${fate} then)`)
  return `${colours.dim(at.slice(0, 16).replace('T', ' '))} ${decision} ${plain(tool)} ${cut(plain(subject), 60)}${then}`
}
