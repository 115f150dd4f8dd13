import { join } from 'node:path'
import { realPath } from '@holdpoint/runtime/system'
import type { FileChange } from './change.ts'
import { isTemporary, type Program } from './command-line.ts'
import { isOurWrapper } from './ours.ts'
import { namesIn, ourScriptsIn, removeScripts } from './script-files.ts'
import { entriesIn, hooksOf } from './settings-text.ts'
import { isShown, statusScript } from './status-line.ts'
import {
  AGENT_WRAPPER,
  agentWrapper,
  folderOf,
  OWN_NAMESPACE,
  statusLineScript,
  wrapperIn,
  wrapperTexts,
  type Scripts,
  type Wrappers,
} from './wrappers.ts'

/** Which of our scripts a project needs, has, and no longer uses. */

interface Site {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Needs {
  readonly wrappers: Wrappers | undefined
  readonly agents: boolean
  readonly statusLine: boolean
}

/** The text of every script by its path in the project. */
export function neededScripts(needs: Needs, events: readonly string[], root: string, program: Program): Scripts {
  const found = { root: realPath(root), bin: isTemporary(program.bin) ? undefined : program.bin }
  const { wrappers, agents, statusLine } = needs
  const namespace = wrappers?.namespace ?? OWN_NAMESPACE
  const inFolder =
    wrappers !== undefined ? wrapperTexts(wrappers, events, found) : agents ? agentWrapper(found) : ({} as Scripts)
  return {
    ...Object.fromEntries(Object.entries(inFolder).map(([name, text]) => [`${folderOf(namespace)}/${name}`, text])),
    ...(statusLine && { [statusScript(namespace)]: statusLineScript(found) }),
  }
}

/** The wrappers that a settings file calls, when they are ours. */
export function wrappersIn(settings: string, root: string): Wrappers | undefined {
  const lines = Object.values(hooksOf(settings))
    .flatMap((groups) => (Array.isArray(groups) ? groups.flatMap(entriesIn) : []))
    .map((entry) => (entry as { command?: unknown } | null)?.command)
    .filter((command) => typeof command === 'string' && isOurWrapper(command, root))
  const [namespace] = lines.map((command) => wrapperIn(command as string)?.namespace)
  if (namespace === undefined) return undefined
  return { namespace, all: ourScriptsIn(join(root, folderOf(namespace))).some((file) => file.endsWith(ON_REQUEST)) }
}

/** A script that is written on request, with all the others. */
const ON_REQUEST = '/handle-session-end.sh'

/** Namespaces with scripts of ours in `.claude/hooks`. */
export const ourNamespaces = (root: string): readonly string[] =>
  namesIn(join(root, '.claude/hooks')).filter((name) => ourScriptsIn(join(root, folderOf(name))).length > 0)

/** Whether agents' files may call a script of ours. */
export const hasAgentWrapper = (root: string): boolean =>
  ourNamespaces(root).some((name) =>
    ourScriptsIn(join(root, folderOf(name))).some((file) => file.endsWith(`/${AGENT_WRAPPER}`)),
  )

/** Removes what nothing calls any more: wrappers of all other namespaces, and status lines that are not shown. */
export function removeUnused(site: Site, kept: string | undefined): readonly FileChange[] {
  const hidden = removeHiddenStatusLines(site)
  const unused = ourNamespaces(site.root).filter((name) => name !== kept)
  return [...unused.flatMap((name) => removeScripts(folderOf(name), site)), ...hidden]
}

export const removeHiddenStatusLines = (site: Site): readonly FileChange[] =>
  [...new Set([...ourNamespaces(site.root), OWN_NAMESPACE])]
    .filter((name) => !isShown(statusScript(name), site))
    .flatMap((name) => removeScripts(`.${name}`, site))
