import * as v from 'valibot'
import { defineHook, type Services } from '@holdpoint/engine'
import { budgetName, budgetOf } from '../budget.ts'
import { readConfig } from '../config.ts'
import { readState } from '../state.ts'
import { changes, namesOf, touchesFile } from '../targets.ts'
import { AUDIT_FILE, featureDirectories, nameOf, parentOf, STATE_FILE } from '../workspace.ts'
import { logged } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/checkpoint-log',
    summary: 'Log every phase change to the plan’s audit trail, and reset the phase budget.',
    on: ['tool.after'],
    tools: ['write', 'edit', 'shell'],
    role: 'observe',
    onError: 'open',
    timeoutMs: 3_000,
    enabledBy: 'preset',
    order: 5,
    aliases: ['H05', 'planning/H05', 'H05_checkpoint_logger', 'checkpoint-logger.sh', 'hooks/checkpoint-logger.sh'],
    options: v.strictObject({
      strict: v.optional(
        v.pipe(
          v.nullable(v.boolean()),
          v.description('Reject a state file without a phase. null: planning-config.yaml (false).'),
        ),
        null,
      ),
    }),
    stricter: { strict: 'more' },
    messages: {
      checkpoint: {
        exact: '{text}',
      },
      malformed: {
        exact: 'ERROR: State file write detected but YAML frontmatter is malformed. Phase field missing.',
      },
    },
  },
  async run({ event, options, services, notice, feedback, pass }) {
    const { session } = event
    const notices: string[] = []
    let log = 'No state file is written'
    for (const directory of await writtenStates(event, services)) {
      const { phase = '', mode = '' } = (await readState(directory, services)) ?? {}
      if (phase === '') {
        const isStrict = options.strict ?? (await readConfig(event.root, services)).strictCheckpoints
        if (isStrict) return feedback('malformed')
        log = `No phase in ${directory}/${STATE_FILE}`
        continue
      }
      const previous = lastPhase(directory, services)
      if (previous === undefined || previous === phase) {
        log = previous === undefined ? `${directory}/${AUDIT_FILE} cannot be read` : `Phase is still ${phase}`
        continue
      }
      const text = `CHECKPOINT: ${previous} → ${phase} | session=${session} | mode=${mode}`
      if (!append(`${directory}/${AUDIT_FILE}`, event.at, text, services)) {
        log = `${directory}/${AUDIT_FILE} cannot be written`
        continue
      }
      startPhase(services, session, phase)
      log = `Phase transition: ${previous} → ${phase}`
      notices.push(text)
    }
    return logged(notices.length === 0 ? pass : notice('checkpoint', { text: notices.join('\n') }), 'LOG', log)
  },
})

/** Directories whose state file the call has written, or may have written. */
async function writtenStates(
  event: Parameters<Services['effects']>[0],
  services: Services,
): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const effect of changes((await services.effects(event)).files)) {
    if (effect.op !== 'write') continue
    for (const name of namesOf(effect, services.files)) {
      if (nameOf(name) === STATE_FILE) found.add(parentOf(name))
    }
    for (const directory of featureDirectories(event, [effect.path, effect.real], services)) {
      if (touchesFile(effect, `${directory}/${STATE_FILE}`, services.files) !== 'no') found.add(directory)
    }
  }
  return [...found]
}

const MAX_AUDIT_BYTES = 16 << 20

/** The right-hand side of the last line: the previous phase. Undefined when it cannot be read. */
function lastPhase(directory: string, { files }: Services): string | undefined {
  try {
    const text = files.read(`${directory}/${AUDIT_FILE}`, { maxBytes: MAX_AUDIT_BYTES }) ?? ''
    const last = text.split('\n').findLast((line) => line.includes('CHECKPOINT:')) ?? ''
    return /CHECKPOINT: .* → (.+?) \|/.exec(last)?.[1] ?? 'UNKNOWN'
  } catch {
    return undefined
  }
}

/** A failed write is ignored: the audit trail must not block the agent. */
function append(path: string, at: Date, text: string, { files }: Services): boolean {
  try {
    files.append(path, `[${at.toISOString().slice(0, 19)}Z] ${text}\n`)
    return true
  } catch {
    return false
  }
}

/** Only a budget that is already in use is reset. */
function startPhase({ temp }: Services, session: string, phase: string): void {
  const name = budgetName(session)
  if (temp.get<unknown>(name) === undefined) return
  temp.update<unknown>(name, (old) => ({ ...budgetOf(old), phase_total: 0, current_phase: phase }))
}
