import { UserError, type Host, type HostFacts } from '@holdpoint/engine'
import { claudeCode } from './claude-code/claude-code.ts'
import { claudeCodeFacts } from './claude-code/facts.ts'
import { clineFacts } from './cline/facts.ts'
import { codexFacts } from './codex/facts.ts'
import { copilotFacts } from './copilot/facts.ts'
import { cursorFacts } from './cursor/facts.ts'
import { droidFacts } from './droid/facts.ts'
import { geminiFacts } from './gemini/facts.ts'
import { kimiFacts } from './kimi/facts.ts'
import { opencodeFacts } from './opencode/facts.ts'
import { qwenFacts } from './qwen/facts.ts'

export const DEFAULT_HOST = claudeCode.id

/** Every host, in the order in which `holdpoint init` lists them. */
export const HOSTS: readonly HostFacts[] = [
  claudeCodeFacts,
  codexFacts,
  geminiFacts,
  copilotFacts,
  qwenFacts,
  droidFacts,
  kimiFacts,
  opencodeFacts,
  cursorFacts,
  clineFacts,
]

/** The others are loaded when one of them sends an event. */
const LOADERS: Readonly<Record<string, () => Promise<Host>>> = {
  codex: async () => (await import('./codex/codex.ts')).codex,
  gemini: async () => (await import('./gemini/gemini.ts')).gemini,
  copilot: async () => (await import('./copilot/copilot.ts')).copilot,
  cline: async () => (await import('./cline/cline.ts')).cline,
  cursor: async () => (await import('./cursor/cursor.ts')).cursor,
  droid: async () => (await import('./droid/droid.ts')).droid,
  kimi: async () => (await import('./kimi/kimi.ts')).kimi,
  opencode: async () => (await import('./opencode/opencode.ts')).opencode,
  qwen: async () => (await import('./qwen/qwen.ts')).qwen,
}

export const factsOf = (id: string): HostFacts => {
  const found = HOSTS.find((host) => host.id === id)
  if (found === undefined)
    throw new UserError(`there is no host \`${id}\`; known: ${HOSTS.map((host) => host.id).join(', ')}.`)
  return found
}

export const isHost = (id: string): boolean => HOSTS.some((host) => host.id === id)

export async function loadHost(id: string): Promise<Host> {
  if (id === DEFAULT_HOST) return claudeCode
  const load = Object.hasOwn(LOADERS, id) ? LOADERS[id] : undefined
  if (load === undefined)
    throw new UserError(`there is no host \`${id}\`; known: ${HOSTS.map((host) => host.id).join(', ')}.`)
  return load()
}
