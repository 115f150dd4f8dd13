import { basename } from 'node:path'
import { messageOf, type Env } from '@holdpoint/engine'
import type { Problem } from '@holdpoint/engine/policy'
import { agentFileProblems, hasHooks } from './agents/check.ts'
import { agentFiles, pageAt } from './agents/files.ts'
import { droppedOf } from './dropped.ts'
import { readUserFile } from './file.ts'
import { filesOf, INSTALL_SCOPES } from './scopes.ts'
import { commandProblems } from './settings-check.ts'
import { hooksOf, textProblem } from './settings-text.ts'

/** A file of the agent that has hooks, ours or others', and what is wrong with them. */
export interface HookFile {
  readonly file: string
  readonly problems: readonly Problem[]
  /** Not a mistake, but without the effect it seems to have. */
  readonly notes: readonly Problem[]
}

/** Those in force in a project. */
export function hookFiles(root: string, env: Env): readonly HookFile[] {
  const scopes = INSTALL_SCOPES.filter((scope) => scope !== 'user' || (env['HOME'] ?? '') !== '')
  const settings = scopes.flatMap((scope) => settingsFile(filesOf(scope, root, env).settings))
  const agents = agentFiles(root).flatMap((agent) => {
    // Files that are not text or are outside the project are not checked.
    if ('problem' in agent) return []
    const problems = agentFileProblems(agent.file, agent.text)
    return problems.length > 0 || hasHooks(agent.text) ? [{ file: agent.file, problems, notes: [] }] : []
  })
  return [...settings, ...agents]
}

/** Whether a file named by the user is one of these, by its name. */
export const isHookFile = (path: string): boolean => path.endsWith('.md') || /^settings.*\.json$/.test(basename(path))

export function hookFile(path: string): HookFile {
  if (!path.endsWith('.md')) return settingsFile(path)[0] ?? { file: path, problems: [], notes: [] }
  const page = pageAt(path)
  const problems = 'problem' in page ? [{ file: path, message: page.problem }] : agentFileProblems(path, page.text)
  return { file: path, problems, notes: [] }
}

function settingsFile(file: string): readonly HookFile[] {
  try {
    const text = readUserFile(file)
    if (text === undefined || text.trim() === '') return []
    const dropped = droppedOf(file, text)
    const problems = [...dropped.file, ...commandProblems(file, text)]
    const isAboutHooks =
      problems.length > 0 || (textProblem(text) === undefined && Object.keys(hooksOf(text)).length > 0)
    return isAboutHooks ? [{ file, problems, notes: dropped.parts }] : []
  } catch (error) {
    return [{ file, problems: [{ file, message: `${messageOf(error)}.` }], notes: [] }]
  }
}
