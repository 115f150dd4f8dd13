import * as v from 'valibot'
import { isKnown, shown, type FileEffect } from '@holdpoint/shell'
import { defineHook } from '@holdpoint/engine'
import { inputPaths, purposeOf } from '../input-paths.ts'
import { guardCall, OURS } from '../guards.ts'
import { scopeOf, type Scope } from './scope-file.ts'

const globs = v.array(v.pipe(v.string(), v.minLength(1)))

export default defineHook({
  meta: {
    id: 'guard/scope',
    summary: 'Limit each agent of a team to the files of its task, with any tool.',
    on: ['tool.before'],
    tools: ['shell', 'write', 'edit', 'mcp', 'other'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5000,
    enabledBy: 'preset',
    order: 9,
    aliases: ['orchestrator/scope-protection', 'scope-protection.sh', 'scope-protection.mjs'],
    options: v.strictObject({
      agents: v.optional(
        v.pipe(
          v.record(v.string(), globs),
          v.description('Allowed paths for each agent, by its name or type. They hold always, not only for a team.'),
        ),
        {},
      ),
      teams: v.optional(
        v.pipe(v.boolean(), v.description('While a plan is active, also read `.claude/hooks/scopes/{team}.json`.')),
        true,
      ),
      anyone: v.optional(
        v.pipe(globs, v.description('Paths that shell commands of every agent may write besides its own.')),
        ['/dev/**', '/tmp/**', '/var/tmp/**', '/private/tmp/**'],
      ),
    }),
    stricter: { teams: 'more', anyone: 'less' },
    messages: {
      outside: {
        what: '{agent} may not write `{path}`.',
        why: 'Other agents work there at the same time.',
        fix: 'Write only {allowed}. For anything else, send a message to the team lead.',
      },
      unclear: {
        what: '{agent} may not be allowed to write `{path}`.',
        why: 'The path is unknown until this runs, and other agents work outside {allowed}.',
        fix: 'Approve it only if it writes inside.',
      },
      rules: {
        what: '`{path}` defines what each agent may write.',
        why: 'Agents cannot change their own limits.',
        fix: 'Ask the team lead. The user changes the file in an editor.',
      },
      broken: {
        what: '`{path}` cannot be parsed, so Holdpoint does not know what {agent} may write.',
        why: 'Without limits, agents could overwrite each other’s work.',
        fix: 'Ask the user to fix it. It must be JSON like `{"team":"t","agents":{"name":{"allow":["src/a/**"]}}}`.',
      },
      ends: {
        what: '`{command}` starts or ends the work of the whole team.',
        why: 'The limits between its agents would end.',
        fix: 'Report to the team lead, who starts and ends it.',
      },
    },
  },
  async run({ event, options, services, pass, deny, ask }) {
    const scope = scopeOf(event, options, services)
    if (scope === undefined) return pass
    const effects = await services.effects(event)
    const changes = [
      ...effects.files.filter(({ op, maybe }) => op !== 'read' && op !== 'list' && !maybe),
      ...(['reads', 'looks'].includes(purposeOf(event)) ? [] : inputPaths(event, services.env('HOME'))).map(plain),
    ]
    const rules = changes.find((change) => scope.isRule(change.path) || scope.isRule(change.real))
    if (rules !== undefined) return deny('rules', { path: scope.named(rules.path) })
    if (scope.agent === undefined) return pass
    if (scope.broken !== undefined) {
      return changes.length === 0 ? pass : deny('broken', { path: scope.broken, agent: scope.agent })
    }
    const data = { agent: scope.agent, allowed: scope.allowed.join(', ') || 'nothing' }
    const end = effects.runs.map((run) => guardCall(run, [OURS])?.args ?? []).find(endsTeam)
    if (end !== undefined) return deny('ends', { command: ['holdpoint', ...end].join(' ') })
    const outside = changes.find((change) => !isInside(change, scope))
    if (outside === undefined) return pass
    const path = shown(scope.named(outside.path))
    return isKnown(outside.path) ? deny('outside', { ...data, path }) : ask('unclear', { ...data, path })
  },
})

type Change = Pick<FileEffect, 'path' | 'real' | 'run' | 'recursive'>
const plain = (path: string): Change => ({ path, real: path, recursive: false })

/** A directory with everything below it is inside when any file in it would be. */
function isInside({ path, real, run, recursive }: Change, scope: Scope): boolean {
  const isAllowed = (given: string): boolean => scope.allows(recursive ? `${given}/…` : given, run !== undefined)
  return isKnown(path) && isAllowed(path) && isAllowed(real)
}

const endsTeam = ([command, part = '']: readonly string[]): boolean =>
  command === 'orchestrator' && ['start', 'finish', 'abort'].includes(part)
