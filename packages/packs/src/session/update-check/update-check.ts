import * as v from 'valibot'
import { defineHook, type Services } from '@holdpoint/engine'
import { absolutePath, isWithin } from '@holdpoint/shell'
import type { UpdateRequest } from './job.ts'

const DISABLED = '.disable-auto-update'

export default defineHook({
  meta: {
    id: 'session/update-check',
    summary: 'Check for a newer harness in the background at session start, and report it at the next start.',
    on: ['session.start'],
    matcher: 'startup',
    role: 'observe',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 10,
    aliases: ['update-check.sh', 'harness/update-check'],
    options: v.strictObject({
      checkout: v.optional(
        v.pipe(v.string(), v.description('The harness checkout, a directory in ~/.claude. Empty: ~/.claude itself.')),
        '',
      ),
    }),
    messages: {},
  },
  async run({ event, options, services, pass }) {
    const checkout = checkoutOf(options.checkout, services)
    if (checkout === undefined || isDisabled(checkout, event.root, services)) return pass
    const wanted: UpdateRequest = { checkout, root: event.root }
    await services.background.request('session/update-check', 'update-check', wanted)
    return pass
  },
})

/**
 * Undefined when there is nothing to update: no git, or no remote. The files of a project may
 * name the directory too, so it must be the user's harness and no other checkout of theirs.
 */
function checkoutOf(named: string, { env, files, git }: Services): string | undefined {
  const home = env('HOME') ?? ''
  if (!home.startsWith('/')) return undefined
  const harness = files.real(`${home}/.claude`)
  const checkout = files.real(absolutePath(named.replace(/^~(?=\/)/, home), harness))
  if (!isWithin(checkout, harness) || git.state(checkout)?.root !== checkout) return undefined
  return /^\s*\[remote "origin"\]/m.test(configOf(checkout, files)) ? checkout : undefined
}

function configOf(checkout: string, files: Services['files']): string {
  try {
    return files.read(`${checkout}/.git/config`) ?? ''
  } catch {
    return ''
  }
}

const isDisabled = (checkout: string, root: string, { files }: Services): boolean =>
  [`${checkout}/${DISABLED}`, `${root}/.claude/${DISABLED}`].some((path) => files.stat(path) !== undefined)
