import { isWithin, type Effects, type Run, type WrittenCommand } from '@holdpoint/shell'
import type { Services, ToolBefore } from '@holdpoint/engine'
import { findSecret, openSearch, type SecretFinding } from './find.ts'
import type { Secrets } from './rules.ts'

/**
 * What counts in a file that others run: secrets that are sent, wherever it runs. On this machine also the user's own
 * credentials that are read, copied or changed; what a project does with its own `.env` is its own affair.
 */
export const judgeWritten =
  (event: ToolBefore, secrets: Secrets, services: Pick<Services, 'until'>) =>
  ({ effects, where, text }: WrittenCommand): readonly SecretFinding[] => {
    const tool = { ...event.tool, kind: 'shell' as const, command: text }
    const found = findSecret({ ...event, tool }, effects, secrets, { environment: 'allow' }, openSearch(services))
    if (found?.id === 'sent' || (found?.id === 'exposed' && found.decision === 'deny')) return [found]
    const secret = secretSent(effects, text)
    if (secret !== undefined) return [{ decision: 'deny', id: 'sent', data: { path: secret } }]
    if (found === undefined) return []
    if (where !== 'here') return []
    const path = String(found.data['path'] ?? '')
    const isUsers = path.startsWith('/') && !path.includes('…') && !isWithin(path, secrets.root)
    const isMounted = found.id === 'unclear' && /^(?:docker|podman|nerdctl)$/.test(String(found.data['program']))
    const isCertain = found.decision === 'deny' || found.id === 'stored' || isMounted
    return isCertain && isUsers ? [found] : []
  }

/** A secret of the CI service in what is sent. In a header, an address or a login it is what it is for. */
function secretSent({ net }: Effects, text: string): string | undefined {
  const variables = net
    .filter(({ run, sends }) => SENDERS.test(run.program) && sends !== undefined)
    .flatMap(({ run, sends }) => {
      const named = (sends?.secrets ?? []).filter((variable) => /^\$\w+$/.test(variable))
      const secrets = [...(sends?.programs ?? []).filter((variable) => SECRET.test(variable)), ...named]
      return /^(?:curl|wget)$/.test(run.program) ? secrets.filter((variable) => isInBody(variable, run, text)) : secrets
    })
  const [variable] = variables
  return variable && `the secret ${SECRET.exec(variable)?.[1] ?? variable}`
}

const SECRET = /^\$(\w+)_SECRET$/
const SENDERS = /^(?:curl|wget|https?|xhs?|nc|ncat|netcat|socat|telnet|mail|sendmail|)$/
const BODY = /^(?:-[dFT]|--(?:data(?:-\w+)?|json|form(?:-string)?|upload-file|post-data|body-data))(?:=|$)/

/** By the words as they are written: what they stand for is not known. */
function isInBody(variable: string, { args, spans = [], stdinFrom }: Run, text: string): boolean {
  if (stdinFrom.programs.includes(variable)) return true
  const names = [variable.slice(1), ...assignedIn(text, variable.slice(1))]
  return args.some((arg, at) => {
    const isBody = BODY.test(args[at - 1] ?? '') || BODY.test(arg.slice(0, arg.indexOf('=') + 1)) || /^-d./.test(arg)
    // The first span is the program's own.
    const span = spans[at + 1]
    const written = span === undefined ? undefined : text.slice(span.start, span.end)
    return isBody && (written === undefined || names.some((name) => new RegExp(`\\$\\{?${name}\\b`).test(written)))
  })
}

const assignedIn = (text: string, name: string): readonly string[] =>
  Array.from(text.matchAll(/\b(\w+)=["']?\$\{?(\w+)/g)).flatMap(([, variable = '', source]) =>
    source === name ? [variable] : [],
  )

/** Why the user is asked, as a sentence. */
export const reasonOf = ({ id, data }: { readonly id: string; readonly data: SecretFinding['data'] }): string =>
  id === 'exposed'
    ? `It sends the secret ${String(data['secret'])} to another machine.`
    : id === 'sent'
      ? `It sends ${nameOf(String(data['path']))} to another machine.`
      : `It uses credentials of yours: ${String(data['path'])}.`

const nameOf = (path: string): string => (path === '/proc/self/environ' ? 'all environment variables' : path)
