import { shortId, UserError } from '@holdpoint/engine'
import {
  grantCall,
  pendingApprovals,
  revokeGrant,
  type ApprovalGrant,
  type ApprovalRequest,
  type PendingApprovals,
} from '@holdpoint/runtime'
import { ago, plain } from '@holdpoint/runtime/audit'
import { placeOf } from '@holdpoint/runtime/system'
import { colours, cut, facts, print, printJson, terminalWidth } from './output.ts'
import { requirePerson, requireTypedWord } from './person.ts'
import { projectRoot } from './project.ts'

interface AllowOptions {
  readonly project?: string
  readonly json?: boolean
  readonly list?: boolean
  readonly revoke?: boolean
}

/** Lets the user allow one refused call once. */
export async function allow(id: string | undefined, options: AllowOptions): Promise<void> {
  const root = projectRoot(options.project)
  const world = { place: placeOf(root, process.env), env: process.env, now: () => new Date() }
  if (options.revoke === true) {
    if (id === undefined) throw new UserError('name the grant: `holdpoint allow --revoke <id>`.')
    return revoke(id, world, options)
  }
  if (id === undefined || options.list === true) return list(pendingApprovals(world), options)
  await requirePerson('allow a refused call')
  const request = pendingApprovals(world).requests.find((each) => each.id === id || shortId(each.id) === id)
  if (request !== undefined) show(request)
  if (request !== undefined) await requireTypedWord('allow exactly this call once')
  const granting = grantCall(id, 'terminal', world)
  if (granting.state === 'refused') throw new UserError(granting.why)
  const { grant } = granting
  if (options.json === true) return printJson(asJson(grant))
  print(`Allowed once, until ${clock(grant.expiresAt)}. Tell the agent to repeat the call.`)
}

function revoke(id: string, world: Parameters<typeof revokeGrant>[1], { json }: AllowOptions): void {
  const grant = revokeGrant(id, world)
  if (grant === undefined) throw new UserError(`no unused grant \`${id}\`. \`holdpoint allow --list\` shows them.`)
  if (json === true) return printJson(asJson(grant))
  print(`Revoked: ${plain(cut(grant.input, 80))}`)
}

function list({ requests, grants }: PendingApprovals, { json }: AllowOptions): void {
  if (json === true) return printJson({ requests: requests.map(asJson), grants: grants.map(asJson) })
  if (requests.length + grants.length === 0) return print('No refused call waits for you, and no grant is open.')
  const line = ({ id, at, input }: ApprovalRequest): string =>
    plain(
      cut(
        `${shortId(id)}  ${ago(Date.parse(at), new Date())}  ${input.replaceAll(/\s+/g, ' ')}`,
        terminalWidth(2) ?? 400,
      ),
    )
  if (requests.length > 0) print(colours.bold('Refused calls that you can allow once'))
  for (const request of requests) print(`  ${line(request)}`)
  if (grants.length > 0) print(colours.bold('Grants that are not used yet'))
  for (const grant of grants) print(`  ${line(grant)}  (until ${clock(grant.expiresAt)})`)
  if (requests.length > 0) print('\nAllow one with `holdpoint allow <id>`.')
}

/** Everything the user needs to judge the call, in full. */
function show({ tool, input, cwd, session, agent, reason, files }: ApprovalRequest): void {
  print(
    facts([
      ['tool', plain(tool)],
      ['directory', plain(cwd)],
      ['session', plain(agent === undefined ? session : `${session}, sub-agent ${agent}`)],
    ]),
  )
  print(
    `\n${colours.bold('Call')}\n${input
      .split('\n')
      .map((text) => `  ${plain(text)}`)
      .join('\n')}`,
  )
  print(
    `\n${colours.bold('Why it was refused')}\n${reason
      .split('\n')
      .map((text) => `  ${plain(text)}`)
      .join('\n')}`,
  )
  if (files.length > 0) print(`\n${colours.bold('Files it runs or overwrites, as they are now')}`)
  for (const { path, digest } of files) print(`  ${plain(path)}  ${colours.dim(digest.slice(0, 12))}`)
  print('')
}

const asJson = (record: ApprovalRequest | ApprovalGrant): object => ({ ...record, id: shortId(record.id) })

const clock = (iso: string): string => new Date(iso).toTimeString().slice(0, 5)
