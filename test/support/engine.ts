import * as v from 'valibot'
import type { AgentEvent } from '../../packages/engine/src/event.ts'
import { defineHook, type Hook, type HookContext, type HookId, type HookMeta } from '../../packages/engine/src/hook.ts'
import type { Host, Power } from '../../packages/engine/src/host.ts'
import type { Services, StateArea } from '../../packages/engine/src/services.ts'
import type { Verdict } from '../../packages/engine/src/verdict.ts'
import type { HookSetting, Settings } from '../../packages/engine/src/policy/settings.ts'
import { handle, type Engine, type Outcome } from '../../packages/engine/src/run/handle.ts'
import { openMemory } from '../../packages/engine/src/run/memory.ts'
import { claudeCode } from '../../packages/hosts/src/claude-code/claude-code.ts'
import { entryOf } from '../../packages/packs/src/registry.ts'

/** Hooks, hosts and engines small enough to be read in the test that uses them. */

type Run = (context: HookContext) => Verdict | Promise<Verdict>

export function fakeHook(id: HookId, run: Run, meta: Partial<HookMeta> = {}): Hook {
  return defineHook({
    meta: {
      id,
      summary: `The fake ${id}.`,
      on: ['tool.before'],
      role: 'gate',
      onError: 'open',
      timeoutMs: 5_000,
      enabledBy: 'recommended',
      aliases: [],
      options: v.strictObject({}),
      messages: { no: { what: `${id} says no.`, why: '', fix: '' }, note: { what: `${id} notes.`, why: '', fix: '' } },
      ...meta,
    },
    run,
  })
}

/** A small in-memory state file. */
export function memoryArea(values: Record<string, unknown> = {}): StateArea {
  return {
    get: <T>(name: string) => values[name] as T | undefined,
    update<T>(name: string, change: (old: T | undefined) => T | undefined) {
      const value = change(values[name] as T | undefined)
      if (value === undefined) delete values[name]
      else values[name] = value
      return value
    },
  }
}

export interface EngineOptions {
  readonly settings?: Partial<Settings>
  readonly set?: Readonly<Record<string, Partial<HookSetting>>>
  readonly area?: StateArea
  readonly host?: Host
  readonly devMode?: boolean
}

export function engineOf(hooks: readonly Hook[], options: EngineOptions = {}): Engine {
  const settings: Settings = {
    digest: 'test',
    breakerThreshold: 3,
    stopBlockCap: 5,
    devMode: { file: '.dev-mode', packs: ['planning'] },
    ...options.settings,
    hooks: Object.fromEntries(
      hooks.map(({ meta }) => [
        meta.id,
        { level: 'on', options: {}, timeoutMs: meta.timeoutMs, ...options.set?.[meta.id] } satisfies HookSetting,
      ]),
    ),
  }
  return {
    host: options.host ?? claudeCode,
    catalogue: hooks.map(({ meta }) => entryOf(meta)),
    load(id) {
      const hook = hooks.find(({ meta }) => meta.id === id)
      return hook === undefined ? Promise.reject(new Error(`no code for ${id}`)) : Promise.resolve(hook)
    },
    settings,
    memory: openMemory(options.area ?? memoryArea()),
    announcements: [],
    services: () => ({ now: () => new Date() }) as Services,
    isDevMode: () => options.devMode === true,
  }
}

/** An event of Claude Code with the given content. */
export function claudeEvent(name: string, payload: Record<string, unknown> = {}): AgentEvent {
  return claudeCode.decode(payload, {
    eventName: name,
    env: {},
    cwd: '/project',
    now: new Date('2026-03-01T12:00:00Z'),
    id: 'e1',
    findRoot: (_hints, cwd) => cwd,
    lastAssistantText: () => undefined,
  })
}

export const bash = (command: string): AgentEvent =>
  claudeEvent('PreToolUse', { tool_name: 'Bash', tool_input: { command, description: 'why' } })

export const ALL_POWERS: readonly Power[] = [
  'refuse',
  'ask',
  'allow',
  'rewrite',
  'feedback',
  'context',
  'notice',
  'halt',
]

/** Handles an event and keeps the engine's state, as a process would. */
export async function play(event: AgentEvent, hooks: readonly Hook[], options: EngineOptions = {}): Promise<Outcome> {
  const engine = engineOf(hooks, options)
  const outcome = await handle(event, engine)
  engine.memory.commit()
  return outcome
}
