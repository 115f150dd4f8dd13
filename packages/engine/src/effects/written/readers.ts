import { configTasks, iniTasks, justTasks, yamlTasks } from '@holdpoint/shell'
import { nodeCommands, notebookCommands, pythonCommands, rubyCommands, shellCommands } from './code-commands.ts'
import type { FileReader } from './command-text.ts'
import { devcontainerCommands, editorCommands, packageCommands, scriptCommands } from './json-commands.ts'
import {
  crontabCommands,
  dockerfileCommands,
  ideaCommands,
  jenkinsCommands,
  makeCommands,
  procfileCommands,
  taskCommands,
  unitCommands,
} from './line-commands.ts'
import type { Format } from './table.ts'
import { ciCommands, composeCommands, hookCommands } from './yaml-commands.ts'

/** How each format of the table is read. */
export const READERS: Readonly<Record<Format, FileReader>> = {
  ci: ciCommands,
  jenkins: jenkinsCommands,
  package: packageCommands,
  scripts: scriptCommands,
  editor: editorCommands,
  devcontainer: devcontainerCommands,
  idea: ideaCommands,
  make: makeCommands,
  just: taskCommands(justTasks),
  taskfile: taskCommands(yamlTasks),
  ini: taskCommands(iniTasks),
  config: taskCommands(configTasks(false)),
  hooks: hookCommands,
  procfile: procfileCommands,
  unit: unitCommands,
  crontab: crontabCommands,
  dockerfile: dockerfileCommands,
  compose: composeCommands,
  shell: shellCommands,
  python: pythonCommands,
  ruby: rubyCommands,
  node: nodeCommands,
  notebook: notebookCommands,
}
