import type { Command } from 'commander'

/** A command about a project, with the options that all of them have. */
export const inProject = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .option('--project <dir>', 'project directory (default: the current one)')
    .option('--json', 'print JSON')

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`

/** Loads a command's implementation only when it is called, so that the others cost no start time. */
export const later =
  <M, K extends keyof M>(load: () => Promise<M>, name: K) =>
  async (...given: readonly unknown[]): Promise<void> => {
    const act = (await load())[name] as (...given: readonly unknown[]) => unknown
    await act(...given)
  }
