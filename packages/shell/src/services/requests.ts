import { isLocalAddress } from './address.ts'

/** A request over HTTP, as far as it is known before it is sent. */
export interface HttpRequest {
  readonly target: string
  readonly method?: string
  /** What is sent with it. */
  readonly body?: string
}

/** Whether a request to another machine destroys something there: by its method, its path, or its GraphQL mutation. */
export function requestDestroys({ target, method = '', body = '' }: HttpRequest): boolean {
  if (isLocalAddress(target)) return false
  if (/^delete$/i.test(method)) return true
  const isPlain = /^(?:get|head|options)$/i.test(method) || (method === '' && body === '')
  if (ACTION.test(target.split('?')[1] ?? '') || destroyingMutation(body) !== undefined) return true
  return (
    !isPlain &&
    (DESTROYING_PATH.test(lastSegment(target)) ||
      (ACTING_PATH.test(lastSegment(target)) && ACTION.test(body)) ||
      EXPOSING.test(body) ||
      ADMITTING.test(target) ||
      REMOVING.test(body))
  )
}

/** `{"type":"destroy"}`, `action=delete`: what to do is a value, and not a method or a path. */
const ACTION =
  /(?:^|[&\s,{])"?(?:action|type|op|operation|method|command|cmd|verb|do|_method|event)"?\s*[:=]\s*"?(?:delete|destroy|terminate|purge|wipe|erase|drop|truncate|shutdown|power_?off|rebuild|deprovision|remove_?all)\w*"?(?=$|[&\s,}])/i
/** Where a body says what to do; elsewhere the same words describe something. */
const ACTING_PATH = /^(?:actions?|commands?|operations?|power|state|status|rpc|exec|execute|batch|bulk|api)$/i
/** Somebody, or a key, is let in. */
const ADMITTING =
  /\/(?:collaborators|memberships|invitations)\/[^/?]+$|\/user\/keys$|\/(?:repos|projects)\/.+\/(?:deploy_)?keys$/
/** `{"remove_index": …}`, and a line of a batch that deletes. */
const REMOVING = /"(?:remove_index|delete_index|deleteRange|drop_collection)"\s*:|^\s*\{\s*"delete"\s*:\s*\{/m
/** What was private becomes public, or is put away. */
const EXPOSING =
  /(?:^|[&\s,{])"?(?:private"?\s*[:=]\s*"?false|visibility"?\s*[:=]\s*"?public|archived"?\s*[:=]\s*"?true)\b/i

/** `/logs/_delete_by_query`, `/job/x/doDelete`, `chat.delete`; but not `/deleted` or `/delete-me`. */
const DESTROYING_PATH =
  /(?:^|[.:])_?(?:do[-_]?)?(?:[Dd]elete|[Dd]estroy|[Pp]urge|[Tt]erminate|[Ww]ipe|[Ee]rase|[Tt]ransfer|[Aa]rchive)(?:$|_(?:by_query|all|cache|everything)|-(?:batch|all)|[A-Z])|^doWipeOut/

const lastSegment = (target: string): string =>
  target
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .split('/')
    .slice(target.includes('://') ? 3 : 1)
    .at(-1) ?? ''

/** The first field of a mutation that destroys something; undefined when there is none. */
export function destroyingMutation(body: string): string | undefined {
  const documents = body.includes('mutation') ? [body, ...queriesIn(body)] : []
  return documents.flatMap(mutationFields).find((field) => DESTROYING_FIELD.test(field) && !TRIFLE.test(field))
}

const DESTROYING_FIELD =
  /^(?:(?:bulk|batch|mass|force|soft|hard)_?)?(?:delete|remove|destroy|archive|transfer|purge|wipe|drop|terminate|truncate|revoke|uninstall)(?=[A-Z_]|$)|(?:Delete|Remove|Destroy|Archive|Transfer|Purge|Wipe|Terminate|Revoke|Uninstall)(?:[A-Z]\w*)?$/
const TRIFLE = /Reaction|Labels?(?:From|$)|Assignees|Star$|Upvote|Subscription$/

/** Texts in a JSON body, at the places where a document may be. */
function queriesIn(body: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(body)
    return (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
      typeof one === 'object' && one !== null && 'query' in one && typeof one.query === 'string' ? [one.query] : [],
    )
  } catch {
    return []
  }
}

/** Fields at the top of each mutation of a document: `mutation M($a: ID!) { x: deleteA(id: $a) { ok } deleteB }`. */
function mutationFields(document: string): readonly string[] {
  const fields: string[] = []
  for (const { index } of document.matchAll(/\bmutation\b/g)) {
    const start = document.indexOf('{', index)
    if (start < 0) continue
    let depth = 0
    // Arguments are no fields, and neither is an alias.
    const text = document
      .slice(start)
      .replace(/\\?"(?:[^"\\]|\\[^"])*\\?"/g, '""')
      .replace(/\w+\s*:\s*(?=\w+\s*[({])/g, '')
    let level = ''
    for (const char of text.slice(0, MAX_DOCUMENT)) {
      if (char === '{' || char === '(') depth++
      else if (char === '}' || char === ')') depth--
      level += depth === 1 ? char : ' '
      if (depth === 0) break
    }
    fields.push(...(level.match(/\b[A-Za-z_]\w*\b/g) ?? []))
  }
  return fields
}

const MAX_DOCUMENT = 1 << 16
