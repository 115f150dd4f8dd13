import * as v from 'valibot'
import {
  defineHook,
  type Hook,
  type HookContext,
  type HookId,
  type HookMeta,
} from '../../../packages/engine/src/hook.ts'
import type { Verdict } from '../../../packages/engine/src/verdict.ts'

/** Hooks that do on purpose what real ones must never do by accident. Each acts on commands that name it. */

function acting(
  id: HookId,
  act: (context: HookContext) => Verdict | Promise<Verdict>,
  meta: Partial<HookMeta> = {},
): Hook {
  return defineHook({
    meta: {
      id,
      summary: `Acts when a command says ${id}.`,
      on: ['tool.before'],
      tools: ['shell'],
      role: 'gate',
      onError: 'open',
      timeoutMs: 2_000,
      enabledBy: 'preset',
      aliases: [],
      options: v.strictObject({}),
      messages: { no: { what: `${id} says no.`, why: 'It was asked to.', fix: 'Do something else.' } },
      ...meta,
    },
    run(context) {
      const command = 'tool' in context.event ? (context.event.tool.command ?? '') : ''
      return command.includes(id) ? act(context) : context.pass
    },
  })
}

export const testHooks: readonly Hook[] = [
  acting('trial/denies', ({ deny }) => deny('no')),
  acting('second/denies', ({ deny }) => deny('no')),
  acting('trial/rewrites', ({ rewrite }) => rewrite({ command: 'echo rewritten > ran.txt' }, 'no')),
  acting('trial/crashes', () => {
    throw new Error('on purpose')
  }),
  acting('trial/hangs', () => new Promise(() => undefined), { timeoutMs: 300 }),
  acting('trial/rubbish', () => 'rubbish' as unknown as Verdict),
]
