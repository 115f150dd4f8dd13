import { relative, resolve } from 'node:path'
import { UserError } from '@holdpoint/engine'
import { hookifyFiles, planImport, writeImported, type ImportedFile } from '../install/hookify/import.ts'
import { readUserFile } from '../install/file.ts'
import { install, isInstalled, type Target } from '../install/install.ts'
import { filesOf, INSTALL_SCOPES } from '../install/scopes.ts'
import { showChanges } from './init.ts'
import { colours, print, printJson } from './output.ts'
import { thisProgram } from './program.ts'
import { projectRoot } from './project.ts'

interface ImportOptions {
  readonly scope?: string
  readonly dryRun?: boolean
  readonly project?: string
  readonly json?: boolean
}

/** Imports rules of the plugin hookify as Holdpoint rules. Its own files stay unchanged. */
export async function importHookify(
  directory: string | undefined,
  { scope = 'project', dryRun, project, json }: ImportOptions,
): Promise<void> {
  const found = INSTALL_SCOPES.find((name) => name === scope)
  if (found === undefined) throw new UserError(`invalid --scope \`${scope}\`. Allowed: ${INSTALL_SCOPES.join(', ')}.`)
  const root = projectRoot(project)
  const target: Target = { scope: found, root, env: process.env }
  const { config } = filesOf(found, root, process.env)
  const plan = planImport(hookifyFiles(directory === undefined ? root : resolve(directory)), readUserFile(config))
  const change =
    dryRun === true ? { file: config, did: 'unchanged' as const } : writeImported(config, plan, process.env)
  const isCovered = dryRun === true || plan.rules.length === 0 || (await cover(target))

  const changes = change.did === 'unchanged' ? [] : [change]
  if (json === true) return printJson({ scope, config, ...plan, changes, covered: isCovered })
  if (plan.files.length === 0) return print('Nothing to import: no file matches hookify.*.local.md.')
  for (const file of plan.files) show(file, root)
  if (dryRun === true || plan.rules.length === 0) return
  print('')
  showChanges(changes)
  if (!isCovered)
    print(`${colours.yellow('!')} holdpoint is not installed here: run \`holdpoint init --scope ${scope}\`.`)
  print('\nSee them:            holdpoint list --enabled\nTurn hookify off:    claude plugin disable hookify')
}

/** The dispatcher has to be registered for the events of the new rules. */
async function cover(target: Target): Promise<boolean> {
  if (!isInstalled(target)) return false
  await install(target, { ...thisProgram(), scope: target.scope }, [])
  return true
}

function show({ file, added, known, notes, why }: ImportedFile, root: string): void {
  const name = relative(root, file)
  if (why !== undefined) return print(`${colours.yellow('!')} ${name}\n    no rule: ${why}.`)
  const rules = [...added, ...known.map((rule) => `${rule} (already there)`)].map((rule) => `rules/${rule}`)
  print(`${colours.green('✓')} ${name}\n    ${rules.join(', ')}`)
  for (const note of notes) print(`    ${note}.`)
}
