import { absolutePath, type Effects, readCommand, type CommandPlace, type ShellWorld } from '@holdpoint/shell'
import type { AgentEvent } from '../event.ts'
import { quoted } from './input-lines.ts'
import { inputPath } from './input-paths.ts'
import type { Line } from './input-parts.ts'
import { monotonicMs } from '../lib/time.ts'
import { NONE, declaredEffects } from './declared.ts'

/** What a shell command does: the command as read, and the files that the host names. */
export function commandEffects(event: AgentEvent, command: string, world: ShellWorld): Effects {
  const shell = 'tool' in event ? event.tool.shell : undefined
  const { effects: read } = isForPowerShell(event)
    ? readCommand(`pwsh -Command ${quoted(command)}`, event.cwd, world, UNPLACED)
    : readCommand(command, event.cwd, shell === undefined ? world : { ...world, shell })
  return { ...read, files: [...declaredEffects(event, world.real).files, ...read.files] }
}

/** The host has a tool of that name. The words of such a text mean something else to a POSIX shell. */
const isForPowerShell = (event: AgentEvent): boolean => 'tool' in event && /powershell|pwsh/i.test(event.tool.name)

/** Not the text of a command as typed, so that nothing in it has an offset. */
const UNPLACED: CommandPlace = { via: [], offset: undefined, depth: 0 }

/** What the command lines in the input of another tool do. They are not the text of a command, so they have no offsets. */
export function lineEffects(lines: readonly Line[], cwd: string, world: ShellWorld): readonly Effects[] {
  const found: Effects[] = []
  const startedAt = monotonicMs()
  for (const { text, cwd: given, maybe } of lines) {
    if (monotonicMs() - startedAt > MAX_MS) return [...found, LIMIT]
    const directory = given === undefined ? cwd : inputPath(given, cwd, world.home)
    const place: CommandPlace = { ...UNPLACED, ...(maybe && { maybe }) }
    const { effects } = readCommand(text, absolutePath(directory, cwd), world, place)
    found.push(maybe ? withoutUnread(effects) : effects)
  }
  return found
}

/** Each line has its own bound; all together must end before a hook's deadline. */
const MAX_MS = 1_500
const LIMIT: Effects = {
  ...NONE,
  doubts: [{ about: 'limit', text: 'Its input takes longer to read than there is time.' }],
}

/** Text that only may be a command and does not parse is likely none. A limit that was reached still counts. */
const withoutUnread = (effects: Effects): Effects => ({
  ...effects,
  doubts: effects.doubts.filter(({ about }) => about === 'limit'),
  code: effects.code.filter(({ from }) => isHidden(from)),
})

const isHidden = ({ network, decoded }: Effects['code'][number]['from']): boolean => network || decoded
