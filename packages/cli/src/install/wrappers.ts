import { isAbsolute, relative } from 'node:path'
import { sha256Hex } from '@holdpoint/engine'
import { quoteForShell } from '@holdpoint/runtime/system'
import type { Group } from './entries.ts'

/**
 * Small scripts in `.claude/hooks/<namespace>` that hand an event to holdpoint: the form in which a source document
 * installs its hooks. Where the program is missing they stay silent, as documented; the usual line asks instead.
 */

export interface Wrappers {
  readonly namespace: string
  /** Also for the events beside the documented five, where a hook needs them. */
  readonly all: boolean
}

export const OWN_NAMESPACE = 'holdpoint'

/** It becomes part of paths, and of a shell line between double quotes. */
export const isNamespace = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)

/** What the document registers: which events have a wrapper, for which tools, and how many seconds it may take. */
const DOCUMENTED: Readonly<Record<string, { readonly matcher?: string; readonly timeout: number }>> = {
  SessionStart: { timeout: 5 },
  PreCompact: { timeout: 5 },
  PreToolUse: { matcher: 'Write|Edit|Bash', timeout: 5 },
  PostToolUse: { matcher: 'Write|Edit', timeout: 60 },
  Stop: { timeout: 5 },
}
/** The document's other nine, for which wrappers are written on request. */
const OTHERS: readonly string[] = [
  'UserPromptSubmit',
  'PostToolUseFailure',
  'PermissionRequest',
  'Notification',
  'SubagentStart',
  'SubagentStop',
  'TeammateIdle',
  'TaskCompleted',
  'SessionEnd',
]
const SHORT: Readonly<Record<string, string>> = {
  PreCompact: 'compact',
  PreToolUse: 'pre-tool',
  PostToolUse: 'post-tool',
}

export const AGENT_WRAPPER = 'handle-agent-hook.sh'
export const folderOf = (namespace: string): string => `.claude/hooks/${namespace}`

const fileFor = (event: string): string => `handle-${SHORT[event] ?? kebab(event)}.sh`
const kebab = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()

/** The quotes are part of the line: the project's path may contain spaces. */
export const wrapperLine = (namespace: string, file: string): string =>
  `"$CLAUDE_PROJECT_DIR/${folderOf(namespace)}/${file}"`

/** The namespace and the script of a line as `wrapperLine` writes it, or the same without quotes. */
export function wrapperIn(line: string): { readonly namespace: string; readonly file: string } | undefined {
  const [, namespace, file] =
    /^"?\$\{?CLAUDE_PROJECT_DIR\}?"?\/\.claude\/hooks\/([\w.-]+)\/(handle-[a-z-]+\.sh)"?(?:\s+[\w-]+)?\s*$/.exec(
      line,
    ) ?? []
  return namespace === undefined || file === undefined ? undefined : { namespace, file }
}

/** The documented entries; with `all` what the enabled hooks need as well. */
export function wrapperEntries(
  { namespace, all }: Wrappers,
  needed: Readonly<Record<string, Group>>,
): Readonly<Record<string, Group>> {
  const events = all ? [...new Set([...Object.keys(DOCUMENTED), ...Object.keys(needed)])] : Object.keys(DOCUMENTED)
  return Object.fromEntries(
    events.map((event): [string, Group] => {
      const documented = DOCUMENTED[event]
      const own = all ? needed[event] : undefined
      const { matcher } = own ?? documented ?? {}
      const timeout = Math.max(documented?.timeout ?? 0, own?.hooks[0].timeout ?? 0)
      const command = wrapperLine(namespace, fileFor(event))
      const [, ...others] = own?.hooks ?? []
      return [
        event,
        { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command, timeout }, ...others] },
      ]
    }),
  )
}

/** Events that enabled hooks need and for which no wrapper is registered, or not for every tool. */
export const uncovered = (
  needed: Readonly<Record<string, Group>>,
  written: Readonly<Record<string, Group>>,
): readonly string[] =>
  Object.entries(needed).flatMap(([event, { matcher = '' }]) => {
    const registered = written[event]
    if (registered === undefined) return [event]
    const { matcher: seen = '' } = registered
    const isSeen = seen === '' || (matcher !== '' && matcher.split('|').every((tool) => seen.split('|').includes(tool)))
    return isSeen ? [] : [`${event} (only ${seen})`]
  })

export const narrowness = (events: readonly string[]): string =>
  `enabled hooks need more events than the documented entries register: ${events.join(', ')}.`

/** The scripts by name. `events` are those that the settings register. */
export function wrapperTexts({ all }: Wrappers, events: readonly string[], found: Found): Scripts {
  const named = [...new Set([...Object.keys(DOCUMENTED), ...(all ? OTHERS : []), ...events])]
  const dispatching = named.map((event) => [fileFor(event), script(`hook ${event} --from project`, UP, found)])
  return { ...(Object.fromEntries(dispatching) as Scripts), ...agentWrapper(found) }
}

/** For agents' files only. Without an action the script passes no argument, so that the program reports it. */
export const agentWrapper = (found: Found): Scripts => ({
  [AGENT_WRAPPER]: script('hook agent ${1+"$1"}', UP, found),
})

export const statusLineScript = (found: Found): string => script('statusline', '/..', found)

export type Scripts = Readonly<Record<string, string>>

/** The path of the program that writes the scripts; undefined for a temporary one. */
export interface Found {
  readonly root: string
  readonly bin: string | undefined
}

/** From the folder of the wrappers to the project. */
const UP = '/../../..'

/**
 * Searches the program on the PATH, where it was when this was written, and where npm puts it in a project. `exec`
 * passes stdin, stdout, stderr and the exit code through, and leaves no process behind.
 */
function script(call: string, up: string, { root, bin }: Found): string {
  const project = '"${0%/*}"' + up
  const places = [...(bin === undefined ? [] : [wordFor(bin, root, project)]), `${project}/node_modules/.bin/holdpoint`]
  return sealed(`#!/bin/sh
# ${MARK}: \`holdpoint uninstall\` removes it. One that is edited is left alone.
# Seal: ${UNSEALED}
# A certificate bundle in this variable doubles the start of Node.
export NODE_EXTRA_CA_CERTS=
command -v holdpoint >/dev/null 2>&1 && exec holdpoint ${call}
for program in ${places.join(' ')}; do
  [ -f "$program" ] && [ -x "$program" ] && exec "$program" ${call}
done
exit 0
`)
}

/** A program inside the project is named from there, so that the script can be shared. */
function wordFor(bin: string, root: string, project: string): string {
  const inside = relative(root, bin)
  return inside.startsWith('..') || isAbsolute(inside) ? quoteForShell(bin) : `${project}/${quoteForShell(inside)}`
}

const MARK = 'Written by holdpoint'
const UNSEALED = '0'.repeat(16)
const SEAL = /^# Seal: ([0-9a-f]{16})$/m

const sealed = (text: string): string => text.replace(UNSEALED, sha256Hex(text).slice(0, 16))

export const isOurScript = (text: string): boolean => text.includes(`# ${MARK}`)

/** Whether a script of ours, written on any machine, is unedited. */
export function isUnedited(text: string): boolean {
  const seal = SEAL.exec(text)?.[1]
  return seal !== undefined && sealed(text.replace(`# Seal: ${seal}`, `# Seal: ${UNSEALED}`)) === text
}
