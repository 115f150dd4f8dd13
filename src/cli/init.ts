import { UserError } from '../core/errors.ts'
import { presetNames } from '../config/presets.ts'
import { checkProjectProgram } from '../doctor/settings.ts'
import { install, type FileChange, type Installed, type Target } from '../install/install.ts'
import { INSTALL_SCOPES, type InstallScope } from '../install/scopes.ts'
import { builtIn } from '../registry/registry.ts'
import { colours, print, printJson } from './output.ts'
import { isTemporary, thisProgram } from './program.ts'
import { projectRoot } from './project.ts'

export interface InitOptions {
  readonly scope?: string
  readonly preset?: readonly string[]
  readonly project?: string
  readonly json?: boolean
}

export async function init(options: InitOptions): Promise<void> {
  const root = projectRoot(options.project)
  const asked = process.stdin.isTTY && process.stdout.isTTY && options.scope === undefined && options.json !== true
  const { scope, presets } = asked ? await askUser(root) : fromFlags(options)
  const target: Target = { scope, root, env: process.env }
  const program = { ...thisProgram(), scope }
  refuseHopeless(target, program.bin)

  const installed = await install(target, program, presets)
  if (options.json === true) return printJson({ scope, root, ...installed })
  show(installed, scope)
}

function fromFlags({ scope = 'project', preset = [] }: InitOptions): {
  scope: InstallScope
  presets: readonly string[]
} {
  const found = INSTALL_SCOPES.find((name) => name === scope)
  if (found === undefined) throw new UserError(`--scope is \`${scope}\`; allowed: ${INSTALL_SCOPES.join(', ')}.`)
  const known = presetNames(builtIn.catalogue)
  const presets = preset.flatMap((list) => list.split(',')).map((name) => name.trim())
  const wrong = presets.find((name) => !known.includes(name))
  if (wrong !== undefined) throw new UserError(`there is no preset \`${wrong}\`; there are ${known.join(', ')}.`)
  return { scope: found, presets }
}

async function askUser(root: string): Promise<{ scope: InstallScope; presets: readonly string[] }> {
  const { intro, isCancel, multiselect, outro, select } = await import('@clack/prompts')
  intro(`holdpoint for ${root}`)
  const scope = await select({
    message: 'For whom?',
    options: [
      { value: 'project', label: 'everyone who works on this project', hint: '.claude/settings.json' },
      { value: 'local', label: 'me, in this project', hint: '.claude/settings.local.json' },
      { value: 'user', label: 'me, everywhere', hint: '~/.claude/settings.json' },
    ],
  })
  if (isCancel(scope)) throw new UserError('nothing was changed.')
  const presets = await multiselect({
    message: 'Which sets of hooks?',
    options: presetNames(builtIn.catalogue).map((value) => ({ value, label: value })),
    initialValues: ['recommended'],
    required: false,
  })
  if (isCancel(presets)) throw new UserError('nothing was changed.')
  outro('Writing …')
  return { scope, presets }
}

/** An entry that could not be started would ask about every tool call. */
function refuseHopeless(target: Target, bin: string): void {
  if (target.scope !== 'project' && isTemporary(bin)) {
    throw new UserError('npx runs from a cache that is emptied at will. Run `npm install --global holdpoint` first.')
  }
  const problem =
    target.scope === 'project' ? checkProjectProgram(target).find(({ level }) => level === 'error') : undefined
  if (problem !== undefined) throw new UserError(`${problem.what} ${problem.fix ?? ''}`)
}

const DID: Readonly<Record<FileChange['did'], string>> = {
  created: 'created',
  changed: 'changed',
  removed: 'removed',
  restored: 'restored',
  unchanged: 'already as it should be:',
  kept: 'kept, because it has been edited:',
}

export function showChanges(changes: readonly FileChange[]): void {
  for (const { file, did } of changes) print(`${DID[did]} ${file}`)
}

function show({ changes, events, warnings }: Installed, scope: InstallScope): void {
  showChanges(changes)
  for (const warning of warnings) print(`${colours.red('!')} ${warning} Take them out, or nothing is guarded.`)
  print(
    events.length === 0
      ? '\nNo hook is on yet, so no event is registered. Choose presets: `holdpoint init --preset recommended`.'
      : `\n${colours.green('Guarded events:')} ${events.join(', ')}`,
  )
  print(
    `\nProve that it works:  holdpoint doctor\nSee what is on:       holdpoint list\nUndo:                 holdpoint uninstall --scope ${scope}`,
  )
}
