import type { Effects } from '@holdpoint/shell'
import type { AgentEvent } from './event.ts'

/** Everything a hook may touch. Implementations live in files/, git/, process/ and state/; tests may pass plain fakes. */

export interface Files {
  /** Text of a regular file, or undefined when there is none. Symbolic links are not followed at the last step. */
  read(path: string, options?: { readonly maxBytes?: number }): string | undefined
  /** Names in a directory, sorted; empty when there is none. */
  list(directory: string): readonly string[]
  isDirectory(path: string): boolean
  /** Links resolved as far as the path exists; the rest is kept as written. */
  real(path: string): string
  /** Undefined when nothing is there. Links are not followed. */
  stat(path: string): FileStat | undefined
  /** Replaces the file in one step; readers see the old text or the new. */
  write(path: string, text: string): void
  /** Adds text at the end, in one step. Makes the file but no directory; links are not followed. */
  append(path: string, text: string): void
  /** Removes a file or a link; nothing happens when there is none. Directories stay. */
  remove(path: string): void
}

export interface FileStat {
  readonly kind: 'file' | 'directory' | 'link' | 'other'
  readonly size: number
  readonly modifiedAt: Date
}

/** What the files of a repository say about it, without running git. */
export interface GitState {
  /** The work tree's root, links resolved. */
  readonly root: string
  /** The repository's main work tree, links resolved. */
  readonly main: string
  /** Undefined when HEAD is detached. */
  readonly branch: string | undefined
  /** Whether there is no commit yet. */
  readonly unborn: boolean
  readonly merging: boolean
}

export interface ChangedPath {
  /** Relative to the work tree's root. A directory of new files ends in `/`. */
  readonly path: string
  readonly kind: 'modified' | 'added' | 'deleted' | 'untracked' | 'ignored' | 'unmerged'
  /** Whether the index differs from the last commit. */
  readonly staged: boolean
}

export interface GitStatus {
  /** The last commit; undefined before the first one. */
  readonly head: string | undefined
  readonly changes: readonly ChangedPath[]
  /** Files with a filter, such as those of git-lfs: whether they have changed is unknown without running the filter. */
  readonly unsure: readonly string[]
}

export interface StatusOptions {
  /** Whether new directories are looked into; `normal` unless said. */
  readonly untracked?: 'normal' | 'all'
  readonly ignored?: boolean
  /** Only these, as git understands paths. */
  readonly paths?: readonly string[]
}

export interface Git {
  /** No process is started. Undefined outside a repository. */
  state(directory: string): GitState | undefined
  /**
   * Runs a command of git that reads, and gives what it prints. Programs that the repository names, such as filters and
   * hooks, do not run. Undefined when git fails, and when nothing may be known of the repository, as when it belongs to
   * another user. Arguments come from us, never from a command.
   */
  output(directory: string, args: readonly string[]): Promise<string | undefined>
  /** Whether git answers anything of this repository. What is not answered is then no, else it is unknown. */
  answers(directory: string): Promise<boolean>
  /** What is not committed; undefined as above. */
  status(directory: string, options?: StatusOptions): Promise<GitStatus | undefined>
  /** One line per commit, newest first; empty outside a repository. */
  log(directory: string, count: number): Promise<readonly string[]>
}

export interface StateArea {
  get<T>(name: string): T | undefined
  /** Read, change and write under a lock. Returning undefined removes the value. */
  update<T>(name: string, change: (old: T | undefined) => T | undefined): T | undefined
}

export interface State {
  /** Lives as long as the agent's session. */
  readonly session: StateArea
  /** Lives as long as the project. */
  readonly project: StateArea
}

/** Short messages of a hook to itself, at a later event of the session. One may be lost, so they only save work. */
export interface Notes {
  leave(name: string): void
  /** Whether it was there. It is used up. */
  take(name: string): boolean
}

/** A file or directory of this program, with everything below it. */
export interface OwnPath {
  readonly path: string
  readonly what: 'config' | 'script' | 'state' | 'program'
}

export interface RunOptions {
  readonly cwd: string
  /** Variables besides those the agent was started with. */
  readonly env?: Readonly<Record<string, string>>
  /** Ended after this long, even when the hook has more time. */
  readonly timeoutMs?: number
  /** What it reads on stdin; nothing unless said. */
  readonly input?: string
  /** A program that prints more bytes than this is ended. */
  readonly endBeyond?: number
  /** Processes that it leaves running when it exits are not ended. */
  readonly leavesRest?: boolean
}

export interface RunResult {
  /** Undefined when it could not be started, was ended by a signal, or took too long. */
  readonly exitCode: number | undefined
  readonly stdout: string
  readonly stderr: string
  /** Why there is no exit code. */
  readonly problem?: string
}

export interface Processes {
  /**
   * Runs a program to its end, without a shell and in a process group of its own, which is ended as a whole when the
   * hook's time is up.
   */
  run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult>
  /** Whether there is a process of this number. It may be another one by now. */
  isAlive(pid: number): boolean
}

/** Work that goes on after the answer, in a process that neither the hook nor the agent waits for. */
export interface Background {
  /**
   * Asks for a job. Under one name only one is at work in a project; a newer request takes the place of an older one.
   * False: there is no way to start one here, as in a program that uses us as a library.
   */
  request(job: string, name: string, data: unknown): Promise<boolean>
  /** Whether something that was requested under this name is not finished. */
  isBusy(name: string): Promise<boolean>
  /** Takes back what this session requested; ends it unless another session waits for it, too. */
  cancel(name: string): Promise<void>
}

/** A YAML file as plain data. */
export interface YamlData {
  /** Undefined when there is nothing in it, or nothing that could be read. */
  readonly value: unknown
  /** What is wrong with the text; the value is then what could still be read. */
  readonly problem?: string
}

export type LlmProvider = 'google' | 'openai' | 'anthropic'

export interface LlmQuestion {
  readonly provider: LlmProvider
  readonly model: string
  readonly key: string
  /** Instead of the provider's own address. */
  readonly baseUrl?: string
  /** The user's own configuration names this provider for this very question. */
  readonly isUsers?: boolean
  readonly system: string
  readonly prompt: string
  readonly timeoutMs: number
  /** What the model may use before it answers; without them it answers at once. */
  readonly tools?: readonly LlmTool[]
  /** Requests for one answer, the last of them without tools. */
  readonly maxSteps?: number
}

/** A read-only tool for a model. Its answer, whatever the model asks for, is a text of bounded size. */
export interface LlmTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of its input, an object. The model may send something else all the same. */
  readonly input: Readonly<Record<string, unknown>>
  run(input: unknown): string | Promise<string>
}

export type LlmAnswer =
  | { readonly text: string; readonly failure?: undefined }
  /** `package`: what is needed to ask is not installed. The message is for people and holds no secret. */
  | {
      readonly failure: 'package' | 'timeout' | 'error'
      readonly message: string
      /** The model was reached, and had nothing to say in the end. What it was given to read may have had a part in it. */
      readonly answered?: true
    }

export interface Llm {
  /** Whether anything may be sent to it: the user's own configuration names it, or the user runs this hook by hand. */
  mayAsk(provider: LlmProvider): boolean
  ask(question: LlmQuestion): Promise<LlmAnswer>
  /** Takes secrets out of a text that is to be sent. */
  mask(text: string): string
}

/** One-time permissions that the user gives for refused calls. */
export interface Grants {
  /** The user has typed that the refused call of this id may happen once. Says why it is not allowed, or undefined. */
  give(id: string, event: AgentEvent): Promise<string | undefined>
}

export interface Services {
  now(): Date
  /**
   * When a loop over what an event holds has to end, by performance.now(): reading a command and all hooks share the
   * time, because no deadline can end a loop. What is not judged by then is asked about. A slow hook leaves the others
   * a moment.
   */
  until(): number
  /** An event of the agent is being answered. Absent when a user runs one hook by its name. */
  readonly isDispatched?: boolean
  /** The hook is at level `observe`: it must change nothing, also not by a program that it starts. */
  readonly isObserved?: boolean
  /** A variable of the environment the agent was started in, or one that a hook has exported since. */
  env(name: string): string | undefined
  /** Gives variables to the agent's shell commands, where the host can, and to the hooks of this session. */
  exportVariables(variables: Readonly<Record<string, string>>): void
  /**
   * A YAML file, the front matter of a Markdown file, or a list of all documents of a file that holds several; parsed
   * once for each content. Undefined: no such file.
   */
  yaml(path: string, part?: 'whole' | 'front matter' | 'documents'): Promise<YamlData | undefined>
  /** What the user said last, according to the agent's transcript. */
  lastUserText(event: AgentEvent): string | undefined
  /** Language models of a hook's own choice. Absent where nothing may be sent over the network. */
  readonly llm?: Llm
  /** What a tool call does; read at most once per call. Empty for events without a tool. */
  effects(event: AgentEvent): Promise<Effects>
  /** Computed at most once per event. */
  memo<T>(name: string, make: () => T): T
  /** What was said before a compaction, and is about to be said again without a hook having to. */
  carriedOver(): string | undefined
  /** What this program consists of and keeps outside of projects. */
  ownPaths(): readonly OwnPath[]
  readonly files: Files
  readonly git: Git
  readonly process: Processes
  readonly background: Background
  readonly state: State
  readonly notes: Notes
  /** Absent where nothing may be allowed, as in a rehearsal. */
  readonly grants?: Grants
  /** JSON files in the system's temporary directory, for documents that name one; without the ending `.json`. */
  readonly temp: StateArea
}
