import { configTasks, iniTasks, justTasks, yamlTasks } from '@holdpoint/shell'
import { earthCommands, goCommands, looseFile, pythonTasks, terraformCommands } from './build-commands.ts'
import { nodeCommands, notebookCommands, pythonCommands, rubyCommands, shellCommands } from './code-commands.ts'
import type { FileReader } from './command-text.ts'
import { devcontainerCommands, editorCommands, packageCommands, scriptCommands } from './json-commands.ts'
import {
  crontabCommands,
  dockerfileCommands,
  jenkinsCommands,
  makeCommands,
  procfileCommands,
  taskCommands,
  unitCommands,
} from './line-commands.ts'
import type { Format } from './table.ts'
import { gitSettings, npmSettings, yarnSettings } from './setting-commands.ts'
import { buildXmlCommands, ideaCommands } from './xml-commands.ts'
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
  'python-tasks': pythonTasks,
  loose: looseFile,
  go: goCommands,
  earth: earthCommands,
  terraform: terraformCommands,
  xml: buildXmlCommands,
  npmrc: npmSettings,
  yarnrc: yarnSettings,
  gitconfig: gitSettings,
}
