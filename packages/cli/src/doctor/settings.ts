import { statSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '@holdpoint/engine'
import { DEFAULT_HOST, factsOf, settingsFilesOf } from '@holdpoint/hosts'
import { lineOf } from '@holdpoint/runtime'
import { showProblem } from '@holdpoint/engine/policy'
import { asInstalled, clientIn } from '../install/client.ts'
import type { Command, Program } from '../install/command-line.ts'
import { droppedOf } from '../install/dropped.ts'
import { readUserFile } from '../install/file.ts'
import { entriesOf, formatOf, partsOf, type Entries } from '../install/formats.ts'
import { asWritten, neededEntries, type Target } from '../install/install.ts'
import { ourLines } from '../install/ours.ts'
import { installCommand } from '../install/package-manager.ts'
import { packageFolder } from '../install/project-package.ts'
import { filesOf } from '../install/scopes.ts'
import { wrappersIn } from '../install/scripts.ts'
import { isOurEntry, settingsOf, textProblem } from '../install/settings-text.ts'
import { error, ok, warn, type Finding } from './finding.ts'
import { checkWrappers } from './wrappers.ts'

/** An entry of ours in a settings file. */
export interface OurEntry extends Command {
  readonly event: string
}

export interface SettingsReport {
  readonly findings: readonly Finding[]
  readonly entries: readonly OurEntry[]
}

/** Whether the host reads its settings and starts Holdpoint for every event that needs it. */
export async function checkSettings(target: Target, bare: Program): Promise<SettingsReport> {
  const { host = DEFAULT_HOST, scope, root, env } = target
  const { settings } = filesOf(scope, root, env, host)
  const found: { readonly file: string; readonly text: string }[] = []
  for (const file of settingsFilesOf(factsOf(host), scope, root, env)) {
    try {
      const text = readUserFile(file)
      if (text !== undefined) found.push({ file, text })
    } catch (failure) {
      return { findings: [error(messageOf(failure), `Make ${file} a readable file.`)], entries: [] }
    }
  }
  const dropped = found.flatMap(({ file, text }) => droppedFrom(file, text, target))
  const entries = found.flatMap(({ text }) => ourEntries(text, target))
  const [first] = found
  if (first === undefined || entries.length === 0) return { findings: dropped, entries }
  const program = asInstalled(bare, clientIn(first.text, ourLines(target), host), env)
  const wrappers = host === DEFAULT_HOST && scope === 'project' ? wrappersIn(first.text, root) : undefined
  const needed = asWritten(await neededEntries(target, program), wrappers)
  return {
    findings: [
      ...dropped,
      ...compareEntries(target, needed, entries, settings),
      ...checkWholeFiles(target, program, needed, settings),
      ...(wrappers !== undefined ? await checkWrappers(target, program, wrappers) : []),
      ...(scope === 'project' && wrappers === undefined ? [checkProjectPackage(target)] : []),
    ],
    entries,
  }
}

/** A file that is ours as a whole must be exactly what `init` writes. */
function checkWholeFiles(target: Target, program: Program, needed: Entries, settings: string): readonly Finding[] {
  const facts = factsOf(target.host ?? DEFAULT_HOST)
  if (facts.format !== 'plugin' && facts.format !== 'script') return []
  return partsOf(facts, settings, needed).flatMap(({ file, entries }) => {
    const text = readUserFile(file)
    if (text === undefined || Object.keys(entries).length === 0) return []
    if (text !== formatOf(facts.id).written(text, entries, ourLines(target), facts, program))
      return [error(`${file} is not what \`holdpoint init\` writes: it was changed.`, againOf(target))]
    const isRun = facts.format === 'plugin' || (statSync(file).mode & 0o100) !== 0
    return isRun ? [] : [error(`${file} is not executable, so the agent cannot start it.`, againOf(target))]
  })
}

function droppedFrom(file: string, text: string, target: Target): readonly Finding[] {
  const { host = DEFAULT_HOST } = target
  const { file: whole, parts } = host === DEFAULT_HOST ? droppedOf(file, text) : unreadable(file, text, target)
  return [
    ...whole.map((problem) => error(showProblem(problem), FIX)),
    ...parts.map((problem) => warn(showProblem(problem), FIX)),
    ...disabled(settingsOf(text), file),
  ]
}

const FIX = 'Fix the file, then run `holdpoint validate`.'

/** What makes another agent ignore the file. */
function unreadable(file: string, text: string, target: Target): Pick<ReturnType<typeof droppedOf>, 'file' | 'parts'> {
  const isJson = ['groups', 'flat'].includes(factsOf(target.host ?? DEFAULT_HOST).format)
  const problem = text.trim() === '' || !isJson ? undefined : textProblem(text)
  return {
    file: problem === undefined ? [] : [{ file, message: `${problem}. The agent ignores the file.` }],
    parts: [],
  }
}

function ourEntries(text: string, target: Target): readonly OurEntry[] {
  if (formatOf(target.host).problem(text, ourLines(target)) !== undefined) return []
  return Object.entries(entriesOf(text, target.host)).flatMap(([event, entries]) =>
    entries
      .filter((entry) => isOurEntry(entry, ourLines(target)))
      .map((entry) => ({ event, ...calledBy(entry as Record<string, unknown>) })),
  )
}

/** The entry's command, or its address. */
const calledBy = ({ command, args, url }: Readonly<Record<string, unknown>>): Command => ({
  command: String(command ?? url),
  ...(Array.isArray(args) && { args: args.map(String) }),
})

const disabled = (settings: Readonly<Record<string, unknown>>, file: string): readonly Finding[] =>
  settings['disableAllHooks'] === true
    ? [error(`${file} sets disableAllHooks: no hook of any kind runs.`, 'Remove `"disableAllHooks": true`.')]
    : []

function againOf({ scope, host }: Target): string {
  return `Run \`holdpoint init --scope ${scope}${host === undefined || host === DEFAULT_HOST ? '' : ` --host ${host}`}\`.`
}

function compareEntries(
  target: Target,
  needed: Entries,
  entries: readonly OurEntry[],
  file: string,
): readonly Finding[] {
  const again = againOf(target)
  const missing = Object.keys(needed).filter((event) => !entries.some((entry) => entry.event === event))
  const stale = entries.filter(
    ({ event, ...own }) => needed[event] !== undefined && lineOf(needed[event].hooks[0]) !== lineOf(own),
  )
  const idle = entries.filter(({ event }) => needed[event] === undefined)
  return [
    ...missing.map((event) => error(`${file} does not register ${event}, which an enabled hook needs.`, again)),
    ...stale
      .slice(0, 1)
      .map(({ event }) =>
        error(`${file}: the entry for ${event} is from another version or another directory.`, again),
      ),
    ...idle.map(({ event }) => warn(`${file} registers ${event}, which no enabled hook needs.`, again)),
    ...(missing.length + stale.length === 0
      ? [ok(`${file} registers ${entries.map(({ event }) => event).join(', ')}`)]
      : []),
  ]
}

/** Whether the project's shared line finds the package. It ignores the PATH, which differs by machine. */
export function checkProjectPackage({ root }: Pick<Target, 'root'>): Finding {
  const folder = packageFolder(root)
  return folder === undefined
    ? error(
        'node_modules does not contain holdpoint, so the project’s entries cannot start it.',
        `Run \`${installCommand(root)}\`, or use \`holdpoint init --scope local\`.`,
      )
    : ok(`${join(root, folder)} is the installed package`)
}
