import * as v from 'valibot'
import { isKnown, type Run, gitArguments, absolutePath, isWithin } from '@holdpoint/shell'
import { defineHook, type Services } from '@holdpoint/engine'
import { argumentSpans, doubleQuoted, edited, type Edit } from '../git-rules/edits.ts'
import { gitSteps, type GitStep, type HistoryStep } from '../git-rules/repositories.ts'

export default defineHook({
  meta: {
    id: 'guard/safe-worktree-remove',
    summary: 'Leave a worktree before it is removed, so that the shell’s working directory still exists.',
    on: ['tool.before'],
    tools: ['shell', 'mcp', 'other'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'recommended',
    order: 50,
    aliases: ['guard.sh#5', 'harness/safe-worktree-remove'],
    options: v.strictObject({}),
    messages: {
      moved: {
        what: 'The worktree is removed from the main worktree.',
        why: 'A shell cannot run commands in a removed directory.',
        fix: '',
      },
      nested: {
        what: 'this removes the worktree that is the working directory.',
        why: 'A shell cannot run commands in a removed directory.',
        fix: 'Run this instead: `{command}`.',
      },
    },
  },
  async run({ event, services, rewrite, deny, pass }) {
    const { git, runs } = await services.effects(event)
    if (!git.some(({ command }) => command === 'worktree')) return pass
    const removals = gitSteps(git, event.cwd, services)
      .flatMap((step) => removalIn(step) ?? [])
      .filter((removal) => !hasLeft(removal, runs, services))
    const [first] = removals
    if (first === undefined) return pass

    const command = event.tool.command ?? ''
    const cd = `cd ${doubleQuoted(first.repository.main)} && `
    // Every path keeps its meaning.
    const isTyped = event.tool.kind === 'shell'
    if (isTyped && services.files.real(event.cwd) === first.repository.main)
      return rewrite({ command: cd + command }, 'moved')
    const edits: Edit[] = []
    for (const removal of removals) {
      const own = moved(removal, command, services)
      if (own === undefined) return deny('nested', { command: readyCommand(removal) })
      edits.push(...own)
    }
    return rewrite({ command: edited(command, edits) }, 'moved')
  },
})

interface Removal extends HistoryStep {
  /** Which argument names the work tree. */
  readonly at: number
  /** Its path, if the word is a path; the word may also be just the name of the work tree. */
  readonly path: string
}

function removalIn({ effect, repository, earlier }: GitStep): Removal | undefined {
  if (effect.command !== 'worktree' || repository === undefined) return undefined
  const given = gitArguments('worktree', effect.args)
  const words = [
    ...given.words,
    ...given.paths.map((text, index) => ({ text, at: effect.args.length - given.paths.length + index })),
  ]
  const [sub, tree] = words
  if (given.help || sub?.text !== 'remove' || tree === undefined) return undefined
  return { effect, repository, earlier, at: tree.at, path: absolutePath(tree.text, effect.directory) }
}

/** Whether the command itself goes to the main work tree first. */
function hasLeft({ effect, repository }: Removal, runs: readonly Run[], { files }: Services): boolean {
  const leads = ({ program, args, cwd }: Run): boolean =>
    program === 'cd' && files.real(absolutePath(args.at(-1) ?? '', cwd)) === repository.main
  return files.real(effect.run.cwd) === repository.main && runs.some(leads)
}

/** Changes that run the removal from the main work tree; undefined when it is not written out in the command. */
function moved(
  { effect, repository, at, path }: Removal,
  command: string,
  { files }: Services,
): readonly Edit[] | undefined {
  const { span, cwd } = effect.run
  const word = argumentSpans(effect)?.[at]
  if (span === undefined || word === undefined || effect.directory !== cwd) return undefined
  const isPath = isKnown(path) && files.isDirectory(path)
  const named = isPath ? [{ ...word, text: doubleQuoted(path) }] : []
  const cd = `cd ${doubleQuoted(repository.main)} && `
  const alone = command.slice(span.start, span.end).trim() === command.trim()
  const [open, close] = alone ? ['', ''] : isWithin(cwd, path) ? ['{ ', '; }'] : ['(', ')']
  return [insert(span.start, open + cd), ...named, insert(span.end, close)]
}

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text })

const readyCommand = ({ repository, path }: Removal): string =>
  `cd ${doubleQuoted(repository.main)} && git worktree remove ${isKnown(path) ? doubleQuoted(path) : '<path>'}`
