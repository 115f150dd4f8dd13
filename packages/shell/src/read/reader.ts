import type { CodeEffect, Doubt, FileEffect, GitEffect, NetEffect, Run, Span, SystemEffect } from '../effects.ts'
import type { Parsed, ParsedScript } from './parse.ts'
import type { State } from '../state/state.ts'
import type { Value } from '../words/value.ts'
import type { Shell, ShellWorld } from '../state/world.ts'
import type { Copied } from '../zsh/zsh.ts'

/** Everything found so far. */
export interface Found {
  readonly runs: Run[]
  readonly files: FileEffect[]
  readonly git: GitEffect[]
  readonly net: NetEffect[]
  readonly code: CodeEffect[]
  readonly system: SystemEffect[]
  readonly printed: string[]
  readonly doubts: Doubt[]
}

/** Where something is written: the steps between it and the command line, and the offset its positions count from. */
export interface CommandPlace {
  readonly via: readonly string[]
  /** Undefined inside text that is not a part of the command as typed. */
  readonly offset: number | undefined
  /** How many shells deep. */
  readonly depth: number
  readonly background?: boolean
  /** Whose text it is; where that is not known, what either of them does counts. */
  readonly shell?: Shell
  /** Read as zsh after it was read as bash: what is inside of it is not read twice again. */
  readonly second?: boolean
  /** Which parts of the parsed text stand in the command as typed; absent when it is that command. */
  readonly copies?: readonly Copied[]
  readonly maybe?: boolean
  /** How often the loops around it are read. */
  readonly rounds?: number
  /** In code that was there before, such as a script of the project. */
  readonly own?: boolean
}

/** One argument and its position. */
export interface Argument extends Value {
  readonly span?: Span
}

/** A program about to run. */
export interface CommandCall {
  readonly argv: readonly Argument[]
  readonly env: ReadonlyMap<string, Value>
  readonly stdin: Value
  readonly place: CommandPlace
  readonly span?: Span
}

/** What the parts of the reader need of each other. */
export interface Reader {
  readonly world: ShellWorld
  readonly found: Found
  parse(text: string): Parsed
  /** False once the command has taken more steps than any real one does. Work that grows with the command counts as many. */
  step(work?: number): boolean
  /** Reads something that may take a part of what is left; the rest of it is left unread, and the command is not. */
  partly<T>(body: () => T): T
  /** Reads something inside of something else; undefined when that is nested deeper than anybody nests. */
  nested(body: () => Value): Value | undefined
  /** Runs every statement of a parsed script; gives what it prints. */
  script(script: ParsedScript, state: State, stdin: Value, place: CommandPlace): Value
  /** The same for text that is parsed only now: `bash -c`, `eval`, a script file. */
  text(text: string, state: State, stdin: Value, place: CommandPlace): Value
  call(call: CommandCall, state: State): Value
}
