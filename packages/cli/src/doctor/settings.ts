import { join } from 'node:path'
import { messageOf } from '@holdpoint/engine'
import { DEFAULT_HOST } from '@holdpoint/hosts'
import { lineOf } from '@holdpoint/runtime'
import { showProblem } from '@holdpoint/engine/policy'
import { asInstalled, clientIn } from '../install/client.ts'
import type { Command, Program } from '../install/command-line.ts'
import { droppedOf } from '../install/dropped.ts'
import { readUserFile } from '../install/file.ts'
import { asWritten, neededEntries, type Target } from '../install/install.ts'
import { ourLines } from '../install/ours.ts'
import { installCommand } from '../install/package-manager.ts'
import { packageFolder } from '../install/project-package.ts'
import { filesOf } from '../install/scopes.ts'
import { wrappersIn } from '../install/scripts.ts'
import { entriesIn, hooksOf, isOurEntry, settingsOf, textProblem } from '../install/settings-text.ts'
import type { Wrappers } from '../install/wrappers.ts'
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

/** Whether the host reads this settings file and starts Holdpoint for every event that needs it. */
export async function checkSettings(target: Target, bare: Program): Promise<SettingsReport> {
  const { host = DEFAULT_HOST } = target
  const { settings: file } = filesOf(target.scope, target.root, target.env, host)
  let text: string | undefined
  try {
    text = readUserFile(file)
  } catch (failure) {
    return { findings: [error(messageOf(failure), `Make ${file} a readable file.`)], entries: [] }
  }
  if (text === undefined) return { findings: [], entries: [] }

  const { file: whole, parts } = host === DEFAULT_HOST ? droppedOf(file, text) : unreadable(file, text)
  const dropped = [
    ...whole.map((problem) => error(showProblem(problem), FIX)),
    ...parts.map((problem) => warn(showProblem(problem), FIX)),
    ...disabled(settingsOf(text), file),
  ]
  const entries = textProblem(text) === undefined ? ourEntries(text, target) : []
  if (entries.length === 0) return { findings: dropped, entries }
  const program = asInstalled(bare, clientIn(text, ourLines(target)), target.env)
  const wrappers = host === DEFAULT_HOST && target.scope === 'project' ? wrappersIn(text, target.root) : undefined
  return {
    findings: [
      ...dropped,
      ...(await compareEntries(target, program, wrappers, entries, file)),
      ...(wrappers !== undefined ? await checkWrappers(target, program, wrappers) : []),
      ...(target.scope === 'project' && wrappers === undefined ? [checkProjectPackage(target)] : []),
    ],
    entries,
  }
}

const FIX = 'Fix the file, then run `holdpoint validate`.'

/** What makes another agent ignore the file. */
function unreadable(file: string, text: string): Pick<ReturnType<typeof droppedOf>, 'file' | 'parts'> {
  const problem = text.trim() === '' ? undefined : textProblem(text)
  return {
    file: problem === undefined ? [] : [{ file, message: `${problem}. The agent ignores the file.` }],
    parts: [],
  }
}

function ourEntries(text: string, target: Target): readonly OurEntry[] {
  return Object.entries(hooksOf(text)).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : [])
      .flatMap(entriesIn)
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

async function compareEntries(
  target: Target,
  program: Program,
  wrappers: Wrappers | undefined,
  entries: readonly OurEntry[],
  file: string,
): Promise<readonly Finding[]> {
  const needed = asWritten(await neededEntries(target, program), wrappers)
  const host = target.host === undefined || target.host === DEFAULT_HOST ? '' : ` --host ${target.host}`
  const again = `Run \`holdpoint init --scope ${target.scope}${host}\`.`
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
