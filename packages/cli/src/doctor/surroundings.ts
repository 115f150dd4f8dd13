import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, ALL_RULES, type Env } from '@holdpoint/engine'
import {
  BUILD,
  areCompiledSettingsSound,
  explainConfiguration,
  ignoredInSettings,
  sendingIn,
  sendingLines,
  ignoredLoosening,
  trustIn,
} from '@holdpoint/runtime'
import { showProblem } from '@holdpoint/engine/policy'
import { LOOSENING } from '@holdpoint/runtime/custom'
import { builtIn } from '@holdpoint/packs'
import { KNOWS_ON_FAILURE, type ClaudeVersion } from '../install/claude-version.ts'
import { lostLines, lostWords, placeOf, stateProblem } from '@holdpoint/runtime/system'
import { error, ok, warn, type Finding } from './finding.ts'

export async function checkConfiguration(root: string, env: Env): Promise<readonly Finding[]> {
  const { problems, resolved, catalogue, settings } = await explainConfiguration(root, { env, registry: builtIn })
  if (problems.length > 0) {
    return problems.map((problem) => error(showProblem(problem), 'Fix it, then run `holdpoint validate`.'))
  }
  const off = new Set(resolved.filter(({ level }) => level.value === 'off').map(({ id }) => id))
  const named = catalogue.filter(({ id }) => id !== ALL_RULES)
  const on = named.filter(({ id, enabledBy }) => !off.has(id) && enabledBy !== 'call')
  const closed = on.filter(({ onError }) => onError === 'closed').map(({ id }) => id)
  const posture = closed.length === 0 ? 'all of them fail open' : `these fail closed: ${closed.join(', ')}`
  return [
    ok(`configuration is valid: ${on.length} of ${named.length} hooks are on, ${posture}`),
    ...sendingLines(sendingIn(settings, catalogue)).map(ok),
  ]
}

/** Compiled settings decide what is on. A user who can write the state directory could change them and their seal. */
export async function checkCompiled(root: string, env: Env): Promise<Finding> {
  return (await areCompiledSettingsSound(root, { env, registry: builtIn, build: BUILD }))
    ? ok('the compiled settings match your configuration')
    : error(
        'the compiled settings differ from your configuration: another program changed them.',
        `Delete ${join(placeOf(root, env).directory, 'config')}. The next event compiles them again. Find out which program changed them.`,
      )
}

/** Hooks of a project run only when the user trusts them. */
export async function checkOwnHooks(root: string, env: Env): Promise<readonly Finding[]> {
  const { entries, problems } = await trustIn(root, env, builtIn)
  const untrusted = entries.filter(({ trust }) => trust !== 'granted')
  const waiting = untrusted.filter(({ item }) => item.id !== LOOSENING)
  const ignored = Object.entries(await ignoredLoosening(root, env))
  return [
    ...ignored.map(([name, change]) =>
      warn(
        `this repository’s configuration would loosen yours, which is ignored: ${name} (${change}).`,
        `Review it, then run \`holdpoint trust ${LOOSENING}\`.`,
      ),
    ),
    ...problems.map((problem) => warn(problem, 'Review it with `holdpoint trust`.')),
    ...waiting.map(({ item: { id }, trust, facts: { problem } }) =>
      warn(
        `${id} does not run: ${trust === 'missing' ? 'you have not trusted it' : 'it has changed since you trusted it'}${problem === undefined ? '' : ` (${problem})`}.`,
        `Review it, then run \`holdpoint trust ${id}\`.`,
      ),
    ),
    ...(untrusted.length === 0 && entries.length > 0
      ? [ok(`you trust all ${entries.length} hooks of this project`)]
      : []),
  ]
}

export function checkState(root: string, env: Env): Finding {
  const place = placeOf(root, env)
  const problem = stateProblem(place, env)
  return problem === undefined
    ? ok(`state is in ${place.directory}, readable only by you`)
    : error(
        `the state directory cannot be used: ${problem}. Decisions are not recorded.`,
        `Make ${place.directory} your own directory with mode 700, on a disk with free space.`,
      )
}

/** Decisions of the last week that are missing in the audit. */
export function checkLostLines(root: string, env: Env): readonly Finding[] {
  const lost = lostLines(env, placeOf(root, env).key, Date.now())
  return lost === undefined
    ? []
    : [warn(`${lostWords(lost)}.`, 'The line above shows whether it works now. Lost entries cannot be recovered.')]
}

/** Settings files set variables for every hook; variables that could change a verdict or load code are ignored. */
export const checkEnvironment = (root: string, env: Env): readonly Finding[] =>
  ignoredInSettings(root, env['HOME']).map(([name, file]) =>
    warn(
      `Holdpoint ignores ${name} from the \`env\` of ${file}.`,
      `Remove ${name} there, unless other programs need it.`,
    ),
  )

/** The CLI runs a project's hooks only when the folder is trusted, and does not report it otherwise. */
export function checkTrust(root: string, env: Env): Finding | undefined {
  const file = join(env['HOME'] ?? '/', '.claude.json')
  if (!existsSync(file)) return undefined
  try {
    const { projects = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
      projects?: Record<string, { hasTrustDialogAccepted?: boolean }>
    }
    return projects[root]?.hasTrustDialogAccepted === true
      ? ok('the agent trusts this folder')
      : error(
          `the agent does not trust ${root} yet, and may skip its hooks.`,
          'Start `claude` here once and accept the question about trust.',
        )
  } catch (failure) {
    return warn(`${file} cannot be read: ${messageOf(failure)}`, 'Start `claude` once, which repairs the file.')
  }
}

/** An older CLI lets a tool run when it kills a slow hook, and has no setting against it. */
export function checkCli(version: ClaudeVersion | undefined): Finding {
  if (version === undefined)
    return warn(
      '`claude` is not on the PATH, so its version is unknown.',
      'Install Claude Code, or ignore this for another agent.',
    )
  return version.knowsOnFailure
    ? ok(`Claude Code ${version.text}`)
    : warn(
        `Claude Code ${version.text} does not support \`onFailure\`: if it kills a hook, the tool runs.`,
        `Update to ${KNOWS_ON_FAILURE.join('.')} or newer.`,
      )
}
