import * as v from 'valibot'
import { defineHook, type Services } from '@holdpoint/engine'
import { callFor, type Desktop } from './notifiers.ts'

export default defineHook({
  meta: {
    id: 'session/notify',
    summary: 'Show a desktop notification when the agent waits for the user.',
    on: ['notification'],
    matcher: 'permission_prompt|idle_prompt',
    role: 'observe',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 20,
    aliases: ['notify.sh', 'harness/notify'],
    options: v.strictObject({
      desktop: v.optional(
        v.pipe(
          v.picklist(['auto', 'macos', 'linux', 'off']),
          v.description('Which notifier to use. auto: macOS only. Linux needs notify-send.'),
        ),
        'auto',
      ),
    }),
    stricter: { desktop: 'free' },
    messages: {},
  },
  async run({ event, options, services, pass }) {
    const desktop = desktopOf(options.desktop, services)
    const call = desktop && callFor(desktop, event.type, event.message, services)
    if (call !== undefined) await services.process.run(call.program, call.args, { cwd: '/', timeoutMs: LIMIT_MS })
    return pass
  },
})

const LIMIT_MS = 3_000

function desktopOf(wanted: 'auto' | 'macos' | 'linux' | 'off', { files }: Services): Desktop | undefined {
  if (wanted === 'off') return undefined
  if (wanted !== 'auto') return wanted
  return files.stat('/System/Library/CoreServices/SystemVersion.plist') === undefined ? undefined : 'macos'
}
