import {
  isKnown,
  isWithin,
  readCommand,
  type CommandPlace,
  type FileEffect,
  type ShellWorld,
  type WrittenCommand,
  type WrittenFile,
} from '@holdpoint/shell'
import type { AgentEvent } from '../../event.ts'
import { monotonicMs } from '../../lib/time.ts'
import { lineFinder, type FoundCommand } from './command-text.ts'
import { editedText } from './edited-text.ts'
import { READERS } from './readers.ts'
import { runFileOf, type RunFile } from './table.ts'

/** Files with commands are written by hand: larger ones are not read. */
const MAX_TEXT = 1 << 20
const MAX_FILES = 40
const MAX_COMMANDS = 3_000
/** All together must end long before a hook's deadline. */
const MAX_MS = 2_500

type ToolEvent = Extract<AgentEvent, { readonly tool: unknown }>

/** What programs would run because of the files that a call writes. Nothing but the old text of these files is read. */
export function writtenFiles(
  event: ToolEvent,
  files: readonly FileEffect[],
  world: ShellWorld,
): readonly WrittenFile[] {
  const until = monotonicMs() + MAX_MS
  const found = files.flatMap((effect) => {
    const file = effect.op === 'write' ? (runFileOf(effect.path) ?? runFileOf(effect.real)) : undefined
    return file === undefined || !isKnown(effect.path) || effect.content === undefined ? [] : [{ effect, file }]
  })
  return found.map(({ effect, file }, index) =>
    index < MAX_FILES ? writtenFile(event, effect, file, world, until) : unread(effect.path),
  )
}

function writtenFile(
  event: ToolEvent,
  effect: FileEffect,
  file: RunFile,
  world: ShellWorld,
  until: number,
): WrittenFile {
  const { path, real } = effect
  const before = world.read(real) ?? ''
  const { text, isPiece } = textAfter(event, effect, before)
  // Sources are as large as programs write them, and few hold a command.
  if (file.format === 'go' && !text.includes('//go:generate'))
    return { path, commands: [], before: [], isUnread: false }
  if (text.length > MAX_TEXT) return unread(path)
  const now = commandsIn(text, path, file, isPiece, world)
  if (now === undefined) return unread(path)
  const old = before === '' ? [] : (commandsIn(before, path, file, false, world) ?? [])
  const [same, kept] = [new Set(now.map(({ text: one }) => one)), new Set(old.map(({ text: one }) => one))]
  const changed = now.filter((one) => !kept.has(one.text))
  const gone = changed.length === 0 ? [] : old.filter((one) => !same.has(one.text))
  const cwd = directoryOf(path, event.root)
  const commands = readAll(changed, cwd, world, until)
  return {
    path,
    commands: commands.read,
    before: readAll(gone, cwd, world, until).read,
    isUnread: commands.isUnread,
  }
}

const unread = (path: string): WrittenFile => ({ path, commands: [], before: [], isUnread: true })

/** The file as it will be; only the new piece of it where that cannot be known. */
function textAfter(
  { tool }: ToolEvent,
  { path, content = '', run }: FileEffect,
  before: string,
): { readonly text: string; readonly isPiece: boolean } {
  if (run !== undefined) return { text: content, isPiece: true }
  const op = tool.files.find((touch) => touch.path === path)?.op
  const isEdit = op === 'edit' || (op !== 'write' && Array.isArray(tool.input['edits']))
  if (!isEdit) return { text: content, isPiece: false }
  // Text for people is not run.
  if (tool.input['cell_type'] === 'markdown') return { text: '', isPiece: true }
  const text = before === '' ? undefined : editedText(tool, path, before)
  return text === undefined ? { text: content, isPiece: true } : { text, isPiece: false }
}

/** Undefined when the text is too deep to be read. */
function commandsIn(
  given: string,
  path: string,
  { format, where, isAutomatic }: RunFile,
  isPiece: boolean,
  { home }: ShellWorld,
): readonly Required<FoundCommand>[] | undefined {
  const text = given
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
  const lineOf = lineFinder(text)
  try {
    return READERS[format](text, { path, home, isPiece })
      .filter((one) => one.text.trim() !== '')
      .map((one) => ({
        text: one.text,
        line: one.line ?? lineOf(one.text),
        where: one.where ?? where,
        isAutomatic: one.isAutomatic ?? isAutomatic,
      }))
  } catch (error) {
    // Too deep for the stack, or for a reader. Other errors are mistakes of ours.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readAll(
  found: readonly Required<FoundCommand>[],
  cwd: string,
  world: ShellWorld,
  until: number,
): { readonly read: readonly WrittenCommand[]; readonly isUnread: boolean } {
  const read: WrittenCommand[] = []
  const place: CommandPlace = { via: [], offset: 0, depth: 0 }
  for (const one of found) {
    if (read.length >= MAX_COMMANDS || monotonicMs() > until) return { read, isUnread: true }
    const { effects } = readCommand(one.text, cwd, aloneIn(world), place)
    read.push({ ...one, effects })
  }
  return { read, isUnread: read.some(({ effects }) => effects.doubts.some(({ about }) => about === 'limit')) }
}

/** What other files and variables say is not known when such a file runs. */
const aloneIn = ({ home, real }: ShellWorld): ShellWorld => ({
  shell: 'bash',
  home,
  env: (name) => (name === 'HOME' ? home : undefined),
  read: () => undefined,
  real,
  list: () => [],
  workTree: () => undefined,
})

/** Programs start in the directory of the file; those of `.vscode` and `.husky` in the one around it. */
function directoryOf(path: string, root: string): string {
  const directory = path.slice(0, path.lastIndexOf('/')) || '/'
  if (!isWithin(directory, root)) return directory
  const hidden = directory.slice(root.length).indexOf('/.')
  return hidden < 0 ? directory : directory.slice(0, root.length + hidden) || '/'
}
