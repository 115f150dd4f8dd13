import type { Deed } from './services/deed.ts'

/**
 * What a tool call does, as far as that is known before it runs. Hooks judge this and not the spelling of a command,
 * so that a rule on a file holds for Write, Edit and every shell command alike.
 */

/** Replaces a part of a text that is unknown before the command runs. */
export const UNKNOWN = '\uFFFC'
/** Unquoted `*`, and unquoted `?` or `[…]`: the names on disk decide. */
export const ANY = '\uE0F0'
export const ONE = '\uE0F1'

/** Whether a text is what the command will really see. */
export const isKnown = (text: string): boolean => !text.includes(UNKNOWN) && !text.includes(ANY) && !text.includes(ONE)

/** For people: `rm -rf …/*.log`. */
export const shown = (text: string): string => text.replaceAll(UNKNOWN, '…').replaceAll(ANY, '*').replaceAll(ONE, '?')

export interface Span {
  readonly start: number
  readonly end: number
}

/** Where data came from before it reached a program, a file or the network. */
export interface Origin {
  /** Files whose content it is, or is made of. Absolute. */
  readonly files: readonly string[]
  /** Places whose names it holds, as `ls`, `find` and `git ls-files` print them. Absolute; may hold UNKNOWN, ANY and ONE. */
  readonly lists: readonly string[]
  readonly network: boolean
  /** It was decoded or decrypted on the way, so that its text was not readable in the command. */
  readonly decoded: boolean
  /** Something else that cannot be seen: another program's output, the terminal, a variable from outside. */
  readonly unknown: boolean
  /** Programs that made it, with their first argument: `brew shellenv`; and variables that this command does not set: `$NAME`. */
  readonly programs: readonly string[]
  /** Secret values it is, or is made of: `$NAME` of a variable whose name says so, `gh auth token` that prints one. */
  readonly secrets: readonly string[]
}

/** One program that the command starts, however deep it is wrapped. */
export interface Run {
  /** Base name, without `.exe`; empty when it is unknown. */
  readonly program: string
  /** As written: `/usr/bin/git`, `./build.sh`. */
  readonly path: string
  readonly args: readonly string[]
  /** The steps between the command line and this program, outermost first: `sudo`, `bash -c`, `xargs`, `cleanup()`. */
  readonly via: readonly string[]
  /** Absolute; UNKNOWN when an earlier `cd` cannot be followed. */
  readonly cwd: string
  /** Variables this command gives it: in front of it, by `env` or by `export`. */
  readonly env: Readonly<Record<string, string>>
  /** Positions of its name and arguments, in the same order; absent when the command does not contain them as such. */
  readonly spans?: readonly Span[]
  /** Its whole text, redirections included. */
  readonly span?: Span
  /** What it reads from standard input when that is known. */
  readonly stdin?: string
  readonly stdinFrom: Origin
  /** Only an argument of an unknown program, which may or may not start it. */
  readonly maybe: boolean
  /** In a file that was there before, as a script of the project: what is only possible in it is nothing to ask about. */
  readonly own?: boolean
  /** The program table says what it does. */
  readonly described?: true
  /** What it destroys or releases at a service that others share. */
  readonly deed?: Deed
}

export interface FileEffect {
  readonly op: 'read' | 'write' | 'delete' | 'mode' | 'list'
  /** Absolute, without `.` and `..`; may hold UNKNOWN, ANY and ONE. */
  readonly path: string
  /** The same with symbolic links resolved as far as the file system knows it; equal to `path` when there is nothing to resolve. */
  readonly real: string
  /** With everything below it. */
  readonly recursive: boolean
  /** Without confirmation: `rm -f`, a move onto it. */
  readonly force: boolean
  /** Of a deletion: where its content goes on, as after a rename or beside a compressed file. Absolute; may hold UNKNOWN. */
  readonly movedTo?: string
  /** Reached through a link that the same command makes. */
  readonly linked?: boolean
  /** Named to an unknown program: it may read or write it, or use the word for something else. */
  readonly maybe: boolean
  /** The program prints a sum, a size or a type of it, and never its content. */
  readonly facts?: true
  /** The new text, where it is known. */
  readonly content?: string
  /** Where what is written came from. */
  readonly from?: Origin
  /** Where the name of the file came from, when it is not written in the command: `rm $(cat list)`, `ls | xargs rm`. */
  readonly namedBy?: Origin
  /** New permissions as written: `777`, `a+rwx`, `root:root`. */
  readonly mode?: string
  /** Absent for tools other than the shell. */
  readonly run?: Run
}

export interface GitEffect {
  /** After aliases: `push`; empty when it is unknown. */
  readonly command: string
  readonly args: readonly string[]
  /** Where git works: `-C`, `--work-tree` and earlier `cd` are followed. */
  readonly directory: string
  /** `-c` and GIT_CONFIG_* of this call, lower case. */
  readonly config: Readonly<Record<string, string>>
  readonly run: Run
}

export interface NetEffect {
  /** As written, or `host:port`; UNKNOWN where it is not known. */
  readonly target: string
  /** Data that leaves the machine, and where it came from. */
  readonly sends?: Origin
  /** Of a request over HTTP, where it is given: `DELETE`. */
  readonly method?: string
  /** The text that is sent with it, where it is known. */
  readonly body?: string
  /** Holds a connection in both directions: a shell on it is a remote shell. */
  readonly twoWay: boolean
  readonly run: Run
}

/** Code that is run and was not written in the command where it could be read. */
export interface CodeEffect {
  readonly interpreter: string
  readonly from: Origin
  readonly run: Run
}

export type SystemAction =
  | 'halt'
  | 'format'
  | 'destroy-storage'
  | 'fork-bomb'
  | 'privilege'
  | 'kill'
  | 'schedule'
  | 'service'
  | 'install'
  | 'uninstall'
  | 'container'
  | 'sql'
  | 'inject'
  | 'remote-shell'
  | 'firewall'
  | 'kernel'
  | 'account'
  | 'settings'
  | 'history'

export interface SystemEffect {
  readonly what: SystemAction
  /** What it is done to: a device, a service, a package, a statement, the name of a variable. */
  readonly detail: string
  readonly run: Run
}

export interface Doubt {
  /**
   * `program`: what runs is not known. `code`: what an interpreter runs is not known. `number`: the shell evaluates a
   * text that is nearly always a number. `syntax`, `limit`: the rest was not read.
   */
  readonly about: 'program' | 'code' | 'number' | 'syntax' | 'limit'
  readonly text: string
}

/** A command in a file that another program runs. It has not run, and who runs it is not known. */
export interface WrittenCommand {
  readonly text: string
  /** Where it begins in the file. */
  readonly line: number
  /** On this machine, or on another that is thrown away: in a container, on the runner of a CI service. */
  readonly where: 'here' | 'container' | 'runner'
  /** Runs without being named: a lifecycle script, a git hook. */
  readonly isAutomatic: boolean
  readonly effects: Effects
}

/** A file that this call writes and that programs run: a Makefile, a workflow, `package.json`. */
export interface WrittenFile {
  readonly path: string
  readonly commands: readonly WrittenCommand[]
  /** Commands that were in the file before and are gone or changed: what they do is nothing new. */
  readonly before: readonly WrittenCommand[]
  /** It is too large to be read to its end. */
  readonly isUnread: boolean
}

export interface Effects {
  readonly runs: readonly Run[]
  readonly files: readonly FileEffect[]
  readonly git: readonly GitEffect[]
  readonly net: readonly NetEffect[]
  readonly code: readonly CodeEffect[]
  readonly system: readonly SystemEffect[]
  /** Secret values that it prints, named as in `Origin.secrets`. */
  readonly printed: readonly string[]
  /** Empty: everything that can run has been read. */
  readonly doubts: readonly Doubt[]
  /** Files with commands that this call writes; absent when there are none. */
  readonly written?: readonly WrittenFile[]
}
