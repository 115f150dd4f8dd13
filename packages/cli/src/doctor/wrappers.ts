import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { calledWrappers } from '../install/agents/files.ts'
import type { Program } from '../install/command-line.ts'
import { readUserFile } from '../install/file.ts'
import { asWritten, neededEntries, type Target } from '../install/install.ts'
import { isRunnable } from '../install/script-files.ts'
import { neededScripts } from '../install/scripts.ts'
import { folderOf, isOurScript, isUnedited, narrowness, uncovered, type Wrappers } from '../install/wrappers.ts'
import { error, ok, warn, type Finding } from './finding.ts'

/** Whether the wrappers exist, are executable, and cover every event that needs Holdpoint. */
export async function checkWrappers(target: Target, program: Program, wrappers: Wrappers): Promise<readonly Finding[]> {
  const { root } = target
  const again = `holdpoint init --namespace ${wrappers.namespace}${wrappers.all ? ' --all-events' : ''}`
  const needed = await neededEntries(target, program)
  const written = asWritten(needed, wrappers)
  const needs = { wrappers, agents: true, statusLine: false }
  const scripts = Object.keys(neededScripts(needs, Object.keys(written), root, program))
  const findings = scripts.flatMap((name) => checkScript(join(root, name), again))
  const narrow = uncovered(needed, written)
  return [
    ...(findings.some(({ level }) => level === 'error') ? [] : [ok(`${folderOf(wrappers.namespace)} ${SILENT}`)]),
    ...findings,
    ...(narrow.length === 0
      ? []
      : [warn(narrowness(narrow), `Run \`holdpoint init --namespace ${wrappers.namespace} --all-events\`.`)]),
  ]
}

const SILENT = 'contains the wrappers that start holdpoint. Without the program they do nothing, and no hook runs'

function checkScript(file: string, again: string): readonly Finding[] {
  if (!existsSync(file)) return [error(`${file} is missing, so no hook runs at its event.`, `Run \`${again}\`.`)]
  const text = readUserFile(file) ?? ''
  if (!isOurScript(text)) return [error(`${file} is not from holdpoint.`, `Run \`${again} --force\` to replace it.`)]
  if (!isRunnable(file)) return [error(`${file} cannot be executed.`, `Run \`chmod +x ${file}\`.`)]
  return isUnedited(text) ? [] : [warn(`${file} has been edited.`, `Check it, or write it again: \`${again} --force\``)]
}

/** Whether the hooks in agents' files find their scripts. Another product may have files of these names. */
export function checkAgents(root: string): readonly Finding[] {
  return [...calledWrappers(root)].map(([name, agents]) => {
    const script = join(root, name)
    const what = `the hooks of ${agents.length === 1 ? 'one agent call' : `${agents.length} agents call`} ${name}`
    if (!existsSync(script)) return error(`${what}, which is missing.`, 'Run `holdpoint init --agents`.')
    return isRunnable(script) ? ok(what) : error(`${what}, which cannot be executed.`, `Run \`chmod +x ${script}\`.`)
  })
}
