import { join } from 'node:path'
import type { AgentEvent, CommandDefinition, Services } from '@holdpoint/engine'
import { wordsOf } from '../trust-words.ts'

/** How a command is started. */
export interface Invocation {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Besides the agent's own environment. */
  readonly env: Readonly<Record<string, string>>
}

const MAX_WORDS = 100

type InvocationServices = Pick<Services, 'files'>

export function invocationOf(
  definition: CommandDefinition,
  event: AgentEvent,
  services: InvocationServices,
): Invocation {
  const { command, args, env = {} } = definition
  const project = event.root
  const start =
    args === undefined
      ? { program: '/bin/sh', args: ['-c', command] }
      : { program: filled(command, project), args: args.map((arg) => filled(arg, project)) }
  return {
    ...start,
    cwd: directoryFor(args === undefined ? wordsOf(command).slice(0, MAX_WORDS) : [command, ...args], event, services),
    // The trusted files are below the root, so the command runs there.
    env: { CLAUDE_PROJECT_DIR: project, ...env },
  }
}

/** Without a shell, Holdpoint has to expand this. */
const filled = (text: string, project: string): string =>
  text.replaceAll('${CLAUDE_PROJECT_DIR}', () => project).replaceAll('$CLAUDE_PROJECT_DIR', () => project)

/**
 * The agent's current directory, as hosts do it. But a command that names a file of the project runs at its root: the
 * agent can change directory, and have another file of that name there.
 */
function directoryFor(words: readonly string[], { root, cwd }: AgentEvent, { files }: InvocationServices): string {
  const isOfProject = (word: string, index: number): boolean => {
    const kind = isRelative(word) ? files.stat(join(root, word))?.kind : undefined
    return kind === 'directory' ? CHANGES.includes(words[index - 1] ?? '') : kind !== undefined
  }
  return words.some(isOfProject) || !files.isDirectory(cwd) ? root : cwd
}

const CHANGES = ['cd', 'pushd', '-C']
const MAX_LENGTH = 1_024
const isRelative = (word: string): boolean => /^[^/~$-]/.test(word) && word.length < MAX_LENGTH && !word.includes('\0')
