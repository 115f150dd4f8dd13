import { messageOf, shortId, UserError } from '@holdpoint/engine'
import {
  findRefused,
  findWaiting,
  grantCall,
  pendingApprovals,
  revokeGrant,
  type ApprovalGrant,
  type ApprovalRequest,
  type DoorWorld,
  type PendingApprovals,
} from '@holdpoint/runtime'
import { ago, exactly, plain } from '@holdpoint/runtime/audit'
import { placeOf } from '@holdpoint/runtime/system'
import { colours, cut, facts, print, printJson, terminalWidth } from './output.ts'
import { requirePerson, requireTypedWord, screenFor } from './person.ts'
import { projectRoot } from './project.ts'

interface AllowOptions {
  readonly project?: string
  readonly json?: boolean
  readonly list?: boolean
  readonly revoke?: boolean
  readonly rule?: boolean
}

/** Lets the user allow one refused call once, or make a rule of it. */
export async function allow(id: string | undefined, options: AllowOptions): Promise<void> {
  const { json } = options
  const world = doorOf(projectRoot(options.project))
  if (id === undefined && (options.revoke === true || options.rule === true)) {
    throw new UserError(
      `name the call: \`holdpoint allow ${options.rule === true ? '<id> --rule' : '--revoke <id>'}\`. \`holdpoint allow --list\` shows the ids.`,
    )
  }
  if (id === undefined || options.list === true) return list(pendingApprovals(world), options)
  if (options.revoke === true) return revoke(id, world, options)
  const screen = screenFor(json)
  await requirePerson({ what: 'allow a refused call', id, world }, screen)
  if (options.rule === true) {
    const { allowByRule } = await import('./allow-rule.ts')
    return allowByRule(known(id, world), { json, screen })
  }
  const waiting = findWaiting(id, world)
  if (waiting !== undefined) {
    screen.write(`${described(waiting)}\n\n`)
    await requireTypedWord('allow exactly this call once', screen)
  }
  const { grant } = granted(id, world)
  if (json === true) return printJson(asJson(grant))
  print(`Allowed once, until ${clock(grant.expiresAt)}. Tell the agent to repeat the call.`)
}

export const doorOf = (root: string): DoorWorld => ({
  place: placeOf(root, process.env),
  env: process.env,
  now: () => new Date(),
})

function known(id: string, world: DoorWorld): ApprovalRequest {
  const found = findRefused(id, world)
  if (found === undefined)
    throw new UserError(`no refused call \`${id}\` is known in this project. \`holdpoint allow --list\` shows them.`)
  return found
}

function granted(id: string, world: DoorWorld): { readonly grant: ApprovalGrant } {
  let granting: ReturnType<typeof grantCall>
  try {
    granting = grantCall(id, 'terminal', world)
  } catch (error) {
    // A full or read-only disk.
    throw new UserError(`nothing was allowed, because the grant cannot be recorded: ${messageOf(error)}.`, {
      cause: error,
    })
  }
  if (granting.state === 'refused') throw new UserError(granting.why)
  return granting
}

function revoke(id: string, world: DoorWorld, { json }: AllowOptions): void {
  const grant = revokeGrant(id, world)
  if (grant === undefined) throw new UserError(`no unused grant \`${id}\`. \`holdpoint allow --list\` shows them.`)
  if (json === true) return printJson(asJson(grant))
  print(`Revoked: ${plain(cut(summaryOf(grant), 80))}`)
}

function list({ requests, grants }: PendingApprovals, { json }: AllowOptions): void {
  if (json === true) return printJson({ requests: requests.map(asJson), grants: grants.map(asJson) })
  if (requests.length + grants.length === 0) return print('No refused calls and no open grants.')
  const line = (one: ApprovalRequest): string => {
    const text = `${shortId(one.id)}  ${ago(Date.parse(one.at), new Date())}  ${one.tool}: ${summaryOf(one)}`
    return plain(cut(text, terminalWidth(2) ?? 400))
  }
  if (requests.length > 0) print(colours.bold('Refused calls that you can allow once'))
  for (const request of requests) print(`  ${line(request)}`)
  if (grants.length > 0) print(colours.bold('Unused grants'))
  for (const grant of grants) print(`  ${line(grant)}  (until ${clock(grant.expiresAt)})`)
  if (requests.length > 0) print('\nAllow one with `holdpoint allow <id>`.')
}

const summaryOf = ({ subject, input }: ApprovalRequest): string => (subject ?? input).replaceAll(/\s+/g, ' ')

/** Everything the user needs to judge the call, in full. */
function described({ tool, input, cwd, session, agent, reason, effects, files }: ApprovalRequest): string {
  const rows: readonly (readonly [string, string])[] = [
    ['tool', plain(tool)],
    ['directory', plain(cwd)],
    ['session', plain(agent === undefined ? session : `${session}, sub-agent ${agent}`)],
  ]
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [`\n${colours.bold(title)}`, ...lines]
  const indented = (text: string): readonly string[] => text.split('\n').map((line) => `  ${exactly(line)}`)
  return [
    facts(rows),
    ...section('Call', indented(input)),
    ...section('Why it was refused', indented(reason)),
    ...section('What it does', effects.map(exactly)),
    ...section(
      'Files it runs, reads, overwrites or deletes. A change to one of them ends the grant.',
      files.map(({ path, digest }) => `  ${exactly(path)}  ${colours.dim(digest.slice(0, 12))}`),
    ),
  ].join('\n')
}

const asJson = (record: ApprovalRequest | ApprovalGrant): object => ({ ...record, id: shortId(record.id) })

const clock = (iso: string): string => new Date(iso).toTimeString().slice(0, 5)
