import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { messageOf, UserError } from '@holdpoint/engine'
import { actionsOf, type AgentAction } from '@holdpoint/packs'
import { isWithin } from '@holdpoint/shell'
import { isDirectory, realPath } from '@holdpoint/runtime/system'
import { edit, giveBack, type FileChange } from '../change.ts'
import { isOurWrapper, type IsOurs } from '../ours.ts'
import { namesIn } from '../script-files.ts'
import { AGENT_WRAPPER, folderOf, wrapperIn, wrapperLine } from '../wrappers.ts'
import { withHooks, withoutHooks, type WantedHook } from './edit.ts'
import { frontmatterOf } from './frontmatter.ts'
import { agentHooksOf } from './read.ts'

interface Site {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A file of an agent in `.claude/agents`, or why it cannot be read or may not be written. */
export type AgentFile =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly problem: string }

export interface AgentChanges {
  readonly changes: readonly FileChange[]
  /** Files of known agents that were not changed, and why. */
  readonly warnings: readonly string[]
}

/** Writes hooks into the files of the known agents: those that have some already, or with `add` all of them. */
export function writeAgentHooks({ root, env }: Site, namespace: string, add: boolean): AgentChanges {
  const isOurs = ourAgentLines(root, namespace)
  const changes: FileChange[] = []
  const warnings: string[] = []
  for (const agent of agentFiles(root)) {
    const { file } = agent
    const actions = actionsOf('text' in agent ? nameOf(agent) : basename(file, '.md'))
    const wanted = actions.map((action) => wantedHook(action, namespace))
    const isMeant = wanted.length > 0 && (add || ('text' in agent && withoutHooks(agent.text, isOurs) !== agent.text))
    if (!isMeant) continue
    if ('problem' in agent) warnings.push(`${file} ${agent.problem}`)
    else if (withHooks(agent.text, wanted, isOurs) === undefined) warnings.push(`${file} ${CANNOT}`)
    else {
      try {
        changes.push(changed(file, env, wanted, isOurs))
      } catch (error) {
        // One file that cannot be written does not stop the others.
        if (!(error instanceof UserError)) throw error
        warnings.push(error.message)
      }
    }
  }
  return { changes, warnings }
}

const changed = (file: string, env: Site['env'], wanted: readonly WantedHook[], isOurs: IsOurs): FileChange =>
  edit(
    file,
    env,
    (text) => (text === undefined ? undefined : withHooks(text, wanted, isOurs)),
    (text) => withoutHooks(text, isOurs),
  )

const CANNOT =
  'has a frontmatter that holdpoint cannot add to without changing what is there; `holdpoint validate` tells what is wrong with it, else write its `hooks` as a block of lines.'

export function removeAgentHooks({ root, env }: Site): readonly FileChange[] {
  const isOurs = ourAgentLines(root)
  return agentFiles(root).flatMap((agent): readonly FileChange[] => {
    if ('problem' in agent || !agent.text.includes(AGENT_WRAPPER)) return []
    const { file } = agent
    try {
      const change = giveBack(file, env, (text) => withoutHooks(text, isOurs))
      return [callsUs(file, isOurs) ? { file, did: 'left' } : change]
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return [{ file, did: 'left' }]
    }
  })
}

/** Hooks in a form we do not write cannot be removed without touching more than them. */
function callsUs(file: string, isOurs: IsOurs): boolean {
  const page = pageAt(file)
  const found = 'text' in page ? frontmatterOf(page.text) : undefined
  return typeof found === 'object' && agentHooksOf(found.document).some(({ command }) => isOurs(command ?? ''))
}

/** The wrappers that agents' files call, by their path in the project, and the agents that call each. */
export function calledWrappers(root: string): ReadonlyMap<string, readonly string[]> {
  const calls = new Map<string, readonly string[]>()
  for (const agent of agentFiles(root)) {
    const found = 'text' in agent && agent.text.includes(AGENT_WRAPPER) ? frontmatterOf(agent.text) : undefined
    if (typeof found !== 'object') continue
    const lines = agentHooksOf(found.document).map(({ command }) => wrapperIn(command ?? ''))
    for (const { namespace, file } of lines.filter((line) => line !== undefined)) {
      const script = `${folderOf(namespace)}/${file}`
      calls.set(script, [...new Set([...(calls.get(script) ?? []), agent.file])])
    }
  }
  return calls
}

const ourAgentLines =
  (root: string, namespace?: string): IsOurs =>
  (command) =>
    command.includes(AGENT_WRAPPER) &&
    (isOurWrapper(command, root) || (namespace !== undefined && command.includes(`/${namespace}/${AGENT_WRAPPER}`)))

const wantedHook = ({ event, matcher, action, timeoutS }: AgentAction, namespace: string): WantedHook => ({
  event,
  ...(matcher !== undefined && { matcher }),
  command: `${wrapperLine(namespace, AGENT_WRAPPER)} ${action}`,
  timeout: timeoutS,
})

/** The agent's name. */
export function nameOf({ file, text }: { readonly file: string; readonly text: string }): string {
  const found = frontmatterOf(text)
  const name: unknown = typeof found === 'object' ? found.document.get('name') : undefined
  return typeof name === 'string' ? name : basename(file, '.md')
}

const MAX_DEPTH = 8
const MAX_FILES = 2_000
const MAX_BYTES = 4 << 20

/** Every page below `.claude/agents`, each once, however many links lead to it. Skips pages outside the project. */
export function agentFiles(root: string): readonly AgentFile[] {
  const project = realPath(root)
  const seen = new Set<string>()
  const found: AgentFile[] = []
  const visit = (folder: string, depth: number): void => {
    for (const name of namesIn(folder)) {
      const file = join(folder, name)
      const real = realPath(file)
      if (found.length >= MAX_FILES || seen.has(real)) continue
      seen.add(real)
      const isOutside = !isWithin(real, project)
      if (name.endsWith('.md')) found.push(isOutside ? { file, problem: OUTSIDE } : pageAt(file))
      // Check a linked folder outside the project: the user may expect hooks for the agents in it.
      else if (depth < MAX_DEPTH && isDirectory(file)) visit(file, isOutside ? MAX_DEPTH : depth + 1)
    }
  }
  visit(join(root, '.claude/agents'), 0)
  return found
}

const OUTSIDE = 'leads outside of the project, and is left alone.'

/** UTF-8 only: a file that cannot be written back byte for byte is not changed. */
export function pageAt(file: string): AgentFile {
  try {
    const stat = statSync(file)
    if (!stat.isFile()) return { file, problem: 'is not a file.' }
    if (stat.size > MAX_BYTES) return { file, problem: `is larger than ${MAX_BYTES >> 20} MB.` }
    const bytes = readFileSync(file)
    const text = bytes.toString('utf8')
    const isText = !text.includes('\0') && Buffer.from(text).equals(bytes)
    return isText ? { file, text } : { file, problem: 'is not text in UTF-8.' }
  } catch (error) {
    return { file, problem: `cannot be read: ${messageOf(error)}.` }
  }
}
