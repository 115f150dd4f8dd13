export interface About {
  readonly version: string
  readonly project: { readonly name: string; readonly root: string }
  readonly now: string
  readonly startedAt: string
  /** The values for the filters. */
  readonly words: {
    readonly decisions: readonly string[]
    readonly events: readonly string[]
    readonly hooks: readonly string[]
  }
}
