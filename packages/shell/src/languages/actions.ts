/** What a piece of code does to the machine. Texts may hold UNKNOWN, and ANY and ONE where a pattern names files. */
export type CodeAction =
  | ({ readonly kind: 'shell'; readonly text: string } & Started)
  | ({ readonly kind: 'run'; readonly argv: readonly string[] } & Started)
  | {
      readonly kind: 'file'
      readonly op: 'read' | 'write' | 'delete' | 'mode' | 'list'
      /** As written; relative to where the code runs. */
      readonly path: string
      readonly recursive?: boolean
      readonly mode?: string
      /** What is written, where it is known. */
      readonly content?: string
      /** The name of the function says so, and nothing else. */
      readonly maybe?: true
    }
  /** A statement for a database. */
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'link'; readonly target: string; readonly path: string }
  | {
      readonly kind: 'net'
      readonly target: string
      readonly sends: boolean
      readonly twoWay: boolean
      /** Of a request over HTTP, and the text sent with it, where they are known. */
      readonly method?: string
      readonly body?: string
    }
  /** Code that is run and could not be read, or was hidden (`decoded`), or comes from a download (`network`). */
  | { readonly kind: 'code'; readonly decoded: boolean; readonly network: boolean; readonly text?: string }
  | { readonly kind: 'kill'; readonly target: string }
  /** Where the value of a variable goes whose name says that it is secret; a header that logs in does not count. */
  | { readonly kind: 'secret'; readonly to: 'output' | 'network' | 'program' }
  /** One variable of the environment, or `*` for all of them. */
  | { readonly kind: 'env'; readonly name: string }

/** How a program is started. */
interface Started {
  /** There when the code went to another directory first, or names one. */
  readonly cwd?: string
  /** What the code writes to its standard input, where that is known. */
  readonly stdin?: string
}

export interface CodeWorld {
  readonly home: string | undefined
  env(name: string): string | undefined
  /** What the program is given behind its own name. */
  readonly args: readonly string[]
}
