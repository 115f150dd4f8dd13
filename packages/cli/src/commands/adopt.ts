import { UserError } from '@holdpoint/engine'
import {
  adopt as move,
  planAdoption,
  undoAdoption,
  type Adopted,
  type AdoptionPlan,
  type Stay,
} from '../install/adopt.ts'
import type { Found } from '../install/adopt-found.ts'
import type { Moved } from '../install/adopt-record.ts'
import type { Returned } from '../install/adopt-undo.ts'
import { isInstalled, type Target } from '../install/install.ts'
import { filesOf, INSTALL_SCOPES } from '../install/scopes.ts'
import { refuseHopeless, showChanges } from './init.ts'
import { colours, cut, print, printJson } from './output.ts'
import { thisProgram } from './program.ts'
import { projectRoot } from './project.ts'
import { refuseAgents } from './trust.ts'

interface AdoptOptions {
  readonly scope?: string
  readonly dryRun?: boolean
  readonly undo?: boolean
  readonly project?: string
  readonly json?: boolean
}

/** Moves the hooks of an agent's settings under the dispatcher, or back. */
export async function adopt({ scope = 'project', dryRun, undo, project, json }: AdoptOptions): Promise<void> {
  const found = INSTALL_SCOPES.find((name) => name === scope)
  if (found === undefined) throw new UserError(`invalid --scope \`${scope}\`. Allowed: ${INSTALL_SCOPES.join(', ')}.`)
  if (undo === true && dryRun === true) throw new UserError('use --undo or --dry-run, not both.')
  // What is adopted is trusted.
  if (dryRun !== true) refuseAgents()
  const target: Target = { scope: found, root: projectRoot(project), env: process.env }
  const program = { ...thisProgram(), scope: found }
  if (undo === true) {
    const returned = await undoAdoption(target, program)
    return json === true ? printJson(returnedAsJson(target, returned)) : showReturned(target, returned)
  }
  if (dryRun !== true && !isInstalled(target)) refuseHopeless(target, program.bin, {})
  const done = dryRun === true ? await planAdoption(target) : await move(target, program)
  if (json === true) printJson(planAsJson(target, done))
  else show(target, done)
}

function planAsJson({ scope, root }: Target, plan: AdoptionPlan | Adopted): object {
  const { moves, stays, ...rest } = plan
  return {
    scope,
    root,
    moved: moves.map(({ found, name, own }) => ({ id: `own/${name}`, ...placeOf(found), definition: own })),
    stays: stays.map(({ found, why }) => ({ ...placeOf(found), entry: found.entry, why })),
    ...rest,
  }
}

const placeOf = ({ event, matcher }: Pick<Found, 'event' | 'matcher'>): object => ({
  event,
  ...(matcher !== undefined && { matcher }),
})

function show(target: Target, plan: AdoptionPlan | Adopted): void {
  const { settings, config } = filesOf(target.scope, target.root, target.env)
  const isDone = 'changes' in plan
  const { moves, stays } = plan
  if (moves.length === 0) print(`Nothing to adopt: ${settings} has no hook that could be moved.`)
  else print(`${isDone ? 'moved' : 'would move'} from ${settings} to ${config}:`)
  for (const { found, name } of moves) print(`  ${colours.green('✓')} own/${name}  ${whenOf(found)}  ${what(found)}`)
  showStays(stays)
  if (!isDone || moves.length === 0) return
  print('')
  showChanges(plan.changes.filter(({ did }) => did !== 'unchanged'))
  for (const note of plan.notes) print(`${colours.yellow('!')} ${note}`)
  print(`\n${colours.green('Guarded events:')} ${plan.events.join(', ')}`)
  print(`\nSee what is on:  holdpoint list --enabled\nUndo:            holdpoint adopt --undo --scope ${target.scope}`)
}

function showStays(stays: readonly Stay[]): void {
  if (stays.length > 0) print('unchanged:')
  for (const { found, why } of stays) print(`  ${colours.yellow('!')} ${whenOf(found)}  ${what(found)}\n      ${why}.`)
}

const whenOf = ({ event, matcher }: Pick<Found, 'event' | 'matcher'>): string =>
  typeof matcher === 'string' && matcher !== '' && matcher !== '*' ? `${event}(${cut(matcher, 30)})` : event

const MAX_WHAT = 70

function what({ entry }: Pick<Found, 'entry'>): string {
  const { command, args, url, prompt, type } = entry
  const text = [command ?? url ?? prompt ?? type, ...(Array.isArray(args) ? args : [])].map(String).join(' ')
  return cut(text.replaceAll(/\s+/g, ' '), MAX_WHAT)
}

function returnedAsJson({ scope, root }: Target, { returned, kept, changes, isExact }: Returned): object {
  const movedJson = ({ name, ...moved }: Moved): object => ({ id: `own/${name}`, ...placeOf(moved) })
  return {
    scope,
    root,
    exact: isExact,
    returned: returned.map(movedJson),
    kept: kept.map(({ moved, why }) => ({ ...movedJson(moved), why })),
    changes,
  }
}

function showReturned({ scope }: Target, { returned, kept, changes, isExact }: Returned): void {
  if (returned.length + kept.length === 0) {
    return print(`Nothing to undo: no hooks of scope ${scope} have been adopted.`)
  }
  for (const { name, ...moved } of returned)
    print(`${colours.green('✓')} own/${name} is back: ${whenOf(moved)}  ${what(moved)}`)
  for (const { moved, why } of kept) print(`${colours.yellow('!')} own/${moved.name} was not restored: ${why}.`)
  print('')
  showChanges(changes.filter(({ did }) => did !== 'unchanged'))
  print(
    isExact
      ? '\nBoth files are restored byte for byte.'
      : '\nA file was edited since, so the hooks were restored one by one. Check their order.',
  )
}
