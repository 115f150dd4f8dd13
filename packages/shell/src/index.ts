export { openBudget, type Budget } from './budget.ts'
export {
  ANY,
  ONE,
  UNKNOWN,
  isKnown,
  shown,
  type CodeEffect,
  type Effects,
  type FileEffect,
  type GitEffect,
  type NetEffect,
  type Origin,
  type Run,
  type Span,
  type SystemAction,
  type SystemEffect,
  type WrittenCommand,
  type WrittenFile,
} from './effects.ts'
export { foldName, foldPath, trimPath } from './fold.ts'
export {
  checkoutOverwrites,
  cleanRemoves,
  isWholeTree,
  resetMode,
  restoreOverwrites,
  rmRemoves,
  switchDiscards,
  switchedTo,
  type Overwriting,
} from './git/git-calls.ts'
export { isFalse, parseGitConfig, type GitConfig } from './git/git-config.ts'
export { gitArguments } from './git/git-grammar.ts'
export { isOn, valueOf, wordsOf, type GitArguments, type GitWord } from './git/git-options.ts'
export { absolutePath, isWithin, mayBe, mayBeWithin } from './paths.ts'
export { SECRET_NAME, assignmentFinding, isHarmlessVariable, loaderFinding } from './read-only/environment.ts'
export { harmOf } from './read-only/described.ts'
export { objectionToRun } from './read-only/judge-run.ts'
export { judgeUsages } from './read-only/judge-usage.ts'
export { makefileCommands } from './programs/project/makefile.ts'
export { configTasks, iniTasks, justTasks, yamlTasks, type Tasks } from './programs/project/task-files.ts'
export { escapesIn } from './programs/escapes.ts'
export { looseCommands } from './programs/loose-code.ts'
export { risky, unclassified, type Objection, type Usage, type UsageTable } from './read-only/usage.ts'
export { readWords } from './read-only/words.ts'
export { readCommand } from './read/read-command.ts'
export { requestDestroys } from './services/requests.ts'
export { lossIn } from './services/statements.ts'
export { STACKS, type Stack } from './services/deed.ts'
export type { CommandPlace } from './read/reader.ts'
export type { FileOrigin, Shell, ShellWorld } from './state/world.ts'
