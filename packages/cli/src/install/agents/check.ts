import { isMap } from 'yaml'
import { agentAction } from '@holdpoint/packs'
import { findingsIn, type Findings, type Problem } from '@holdpoint/engine/policy'
import { EVENTS } from '@holdpoint/hosts'
import { placeIn } from '../place-in.ts'
import { quoteAdvice, unquotedPath } from '../shell-quotes.ts'
import { AGENT_WRAPPER } from '../wrappers.ts'
import { frontmatterOf, type Frontmatter } from './frontmatter.ts'
import { entriesOf, hooksOf, isEmpty, type EntryNode, type EventNode } from './read.ts'

/** Mistakes in an agent's file that keep its hooks from running. */
export function agentFileProblems(file: string, page: string): readonly Problem[] {
  const findings = findingsIn(file)
  const found = frontmatterOf(page)
  if (found === undefined) return []
  if (found === 'unclosed')
    findings.add(() => ({ line: 1 }), 'begins a frontmatter that never ends; close it with a line `---`.')
  else if (found === 'too much')
    findings.add(() => ({ line: 1 }), 'has a frontmatter too large or too deep to be read.')
  else check(found, page, findings)
  return findings.all()
}

/** Whether the file has anything to validate about hooks. */
export const hasHooks = (page: string): boolean => {
  const found = frontmatterOf(page)
  return typeof found === 'object' && hooksOf(found.document) !== undefined
}

function check(frontmatter: Frontmatter, page: string, findings: Findings): void {
  const { source, start, document, errors } = frontmatter
  const at =
    (offset = 0) =>
    () =>
      placeIn(page, start + offset)
  // The agent's own parser tolerates mistakes in a description, but may miss the hooks after them.
  const isAboutHooks = /^["']?hooks["']?[ \t]*:/m.test(source)
  for (const { code, pos, message } of errors) {
    if (code === 'TAB_AS_INDENT')
      findings.add(at(pos[0]), 'is indented with a tab, which YAML does not allow; use spaces.')
    else if (isAboutHooks) findings.add(at(pos[0]), `is no YAML: ${message}.`)
  }
  if (errors.length > 0) return
  const hooks = hooksOf(document)
  if (hooks === undefined) return
  if (!isEmpty(hooks.value) && hooks.events.length === 0 && !isMap(hooks.value)) {
    findings.add(at(hooks.key.range?.[0]), '`hooks` must be a mapping from events to lists of hooks.')
  }
  for (const event of hooks.events) checkEvent(event, at, findings)
  for (const entry of entriesOf(hooks)) checkEntry(entry, at, findings)
}

type At = (offset?: number) => () => { readonly line: number; readonly column: number }

function checkEvent({ name, key, groups, value }: EventNode, at: At, findings: Findings): void {
  if (!Object.hasOwn(EVENTS, name)) {
    const meant = Object.keys(EVENTS).find(
      (known) => known.toLowerCase() === name.toLowerCase().replaceAll(/[-_]/g, ''),
    )
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    findings.add(at(key.range?.[0]), `\`${name.slice(0, 64)}\` is no event that an agent’s file can have.${hint}`)
  }
  const isRight = groups.length > 0 && groups.every(({ entries }) => entries.length > 0)
  if (!isRight && !isEmpty(value)) {
    findings.add(at(key.range?.[0]), `\`${name.slice(0, 64)}\` must be a list of groups, each with its \`hooks\`.`)
  }
}

function checkEntry({ node, event, command }: EntryNode, at: At, findings: Findings): void {
  const place = at(node.range?.[0])
  if (command === undefined) return
  const name = unquotedPath(command)
  if (name !== undefined) findings.add(place, () => `the command ${quoteAdvice(name)}`)
  const call = CALL.exec(command)
  if (call === null) return
  const [, said = ''] = call
  const action = agentAction(said)
  if (said === '') findings.add(place, 'the command names no action, such as `tdd-completion`.')
  else if (action === undefined)
    findings.add(place, `there is no action \`${said.slice(0, 64)}\`; nothing would be checked.`)
  else if (action.event !== event) {
    findings.add(place, `\`${said}\` belongs to ${action.event}; at ${event} it does nothing.`)
  }
}

/** A call of an action, through a wrapper or without. */
const CALL = new RegExp(
  String.raw`(?:${AGENT_WRAPPER.replaceAll('.', String.raw`\.`)}["']?|\bholdpoint["']? hook agent)(?:\s+["']?([\w-]+)|\s*$)`,
)
