import { shown, type Effects, type Run, type WrittenCommand } from '@holdpoint/shell'
import type { Message, MessageData } from '@holdpoint/engine'
import { partOf } from './by-author.ts'

/** Commands in files that this call writes and that others run. They have not run, so the user is asked, never refused. */

export interface Judged {
  readonly id: string
  readonly data: MessageData
}

/** Which findings count is decided by the hook: on the machine of a container or runner only what leaves it. */
export type JudgeWritten = (command: WrittenCommand) => readonly Judged[]

/** Every hook that judges such files has this message. `{reason}` is a sentence of its own. */
export const WOULD_RUN: Message = {
  what: '`{file}` line {line} would run `{command}`.',
  why: '{reason}',
  fix: 'Approve it only if you asked for it. Otherwise remove that line from the file.',
}

/** The first thing that is new in the written files and would be stopped as a command. */
export function newlyWritten(
  { written = [] }: Effects,
  root: string,
  judge: JudgeWritten,
): { readonly found: Judged; readonly data: MessageData } | undefined {
  for (const { path, commands, before } of written) {
    for (const command of commands) {
      const all = judge(command)
      if (all.length === 0) continue
      const known = new Set(before.flatMap(judge).map(keyOf))
      const found = all.find((one) => !known.has(keyOf(one)))
      if (found === undefined) continue
      const file = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
      return {
        found,
        data: { file, ...placeOf(command, (one) => judge(one).some((other) => keyOf(other) === keyOf(found)), file) },
      }
    }
  }
  return undefined
}

const keyOf = ({ id, data }: Judged): string => `${id} ${JSON.stringify(data)}`

/** The line with the program that is to blame; the first line where several are it only together. */
function placeOf(
  given: WrittenCommand,
  isFound: (part: WrittenCommand) => boolean,
  file: string,
): { readonly line: number; readonly command: string } {
  const { effects, text, line } = given
  const isToBlame = (run: Run): boolean =>
    isFound({ ...given, effects: { ...partOf(effects, (other) => other === run), doubts: [] } })
  const run = effects.runs.findLast(isToBlame)
  const at = run === undefined ? text.search(/\S/) : startOf(text, run)
  const start = text.lastIndexOf('\n', at) + 1
  const [written = ''] = text.slice(start).split('\n', 1)
  const command = run === undefined ? written : shownRun(run, written, file)
  return { line: line + text.slice(0, start).split('\n').length - 1, command: short(command) }
}

/** Code that a program gets as a whole is shown by the line of it that counts, without the quotes around it. */
function shownRun({ program, args, span }: Run, written: string, file: string): string {
  if (args.some((arg) => arg.includes('\n'))) return `${program} ${file.slice(file.lastIndexOf('/') + 1)}`
  return span === undefined ? written.replaceAll("'\\''", "'").replace(/^\w+ -[ce] '/, '') : written
}

/** Where a program is started; inside code the place of a word it is given. */
function startOf(text: string, { span, program, path, args }: Run): number {
  if (span !== undefined) return span.start
  const words = [path, ...args].toSorted((a, b) => b.length - a.length)
  const found = [words[0] ?? '', `${program} ${args[0] ?? ''}`, program].map((word) => text.indexOf(word))
  return found.find((at) => at >= 0) ?? 0
}

const short = (text: string): string => {
  const line = shown(text).trim().replace(SECRET, '$${{ secrets.$1 }}')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line
}

/** How a secret of a CI service is handed to the reader; people wrote it in another way. */
const SECRET = /(?:'")?\$\{(\w+)_SECRET\}(?:"')?/g
const MAX_SHOWN = 100
