import type { Agent } from './agent.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { droid } from './droid.ts'
import { gemini } from './gemini.ts'
import { kimi } from './kimi.ts'
import { opencode } from './opencode.ts'
import { qwen } from './qwen.ts'

/** Every agent besides Claude Code that the tests run. A new agent is a file in this folder and a name here. */
const ALL: readonly Agent[] = [codex, gemini, copilot, qwen, droid, kimi, opencode, cline]

/** `all`, names with commas between them, or nothing for those of every change. */
const wanted = process.env['HOLDPOINT_E2E_HOSTS'] ?? ''

const CHOSEN: readonly Agent[] = ALL.filter(({ id, everyChange }) =>
  wanted === '' ? everyChange : wanted === 'all' || wanted.split(',').includes(id),
)

export const AGENTS = CHOSEN.filter(({ haltsOnly }) => haltsOnly !== true)

export const HALTING = CHOSEN.filter(({ haltsOnly }) => haltsOnly === true)
