import * as v from 'valibot'
import { type PromptCommand, type PromptSubmit, type ToolBefore, defineHook, type Services } from '@holdpoint/engine'
import {
  harnessFile,
  parseProof,
  PROOF_STATUS,
  proofText,
  readHarnessLine,
  type ProofStatus,
} from '../../shared/harness-state.ts'
import { isTyped } from '../../shared/attended.ts'
import { evidenceRoot, historySteps, needsEvidence } from '../git-rules/evidence.ts'
import { planExempt } from '../git-rules/options.ts'

export default defineHook({
  meta: {
    id: 'guard/proof-of-work',
    summary: 'Require that the user has seen the work run and confirmed it before a commit or merge.',
    on: ['tool.before', 'prompt.submit', 'prompt.command'],
    tools: ['shell'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 80,
    aliases: ['guard.sh#8', 'harness/proof-of-work'],
    options: v.strictObject({
      plan_exempt: planExempt,
      when_missing: v.optional(
        v.pipe(
          v.picklist(['deny', 'pass']),
          v.description('What happens while the user has not answered yet: deny or pass.'),
        ),
        'deny',
      ),
    }),
    stricter: { plan_exempt: 'less', when_missing: ['pass', 'deny'] },
    messages: {
      missing: {
        what: 'the user has not seen this work run, so git {command} has to wait.',
        why: 'Only the user can confirm that it works.',
        fix: 'Show it running and ask. The user answers `verified`, or runs `holdpoint proof verify` in {root}.',
      },
      pending: {
        what: 'the work has changed since the user saw it run, so git {command} has to wait.',
        why: 'Only the user can confirm that it works.',
        fix: 'Show it running again and ask. The user answers `verified`, or runs `holdpoint proof verify` in {root}.',
      },
      verified: {
        what: 'Proof recorded: you have seen this work run.',
        why: '',
        fix: 'Commits and merges pass until a source file changes.',
      },
      reset: { what: 'Proof reset.', why: '', fix: 'Commits and merges wait until you answer `verified`.' },
    },
  },
  async run({ event, options, services, deny, ask, notice, pass }) {
    if (event.kind !== 'tool.before') {
      const said = saidBy(event, services)
      if (said === undefined) return pass
      services.files.write(harnessFile(event.root, PROOF_STATUS), proofText(said, services.now()))
      return said === 'verified'
        ? {
            ...notice('verified'),
            context: 'The user has seen the work run and verified it. You may commit or merge it.',
          }
        : notice('reset')
    }
    const denied = await unproven(event, options, services)
    if (denied === undefined) return pass
    return denied.maybe ? ask(denied.id, denied.data) : deny(denied.id, denied.data)
  },
})

interface Options {
  readonly plan_exempt: boolean
  readonly when_missing: 'deny' | 'pass'
}

interface Unproven {
  readonly id: 'missing' | 'pending'
  readonly data: { readonly command: string; readonly root: string }
  readonly maybe: boolean
}

/** The first commit or merge that has no proof. */
async function unproven(event: ToolBefore, options: Options, services: Services): Promise<Unproven | undefined> {
  const effects = await services.effects(event)
  for (const step of historySteps(effects, event, services)) {
    const root = evidenceRoot(step, event, services)
    const text = readHarnessLine(services.files, root, PROOF_STATUS)
    if (text === undefined ? options.when_missing === 'pass' : parseProof(text)?.status === 'verified') continue
    const isNeeded = await needsEvidence(step, effects, services, options.plan_exempt)
    if (isNeeded === false) continue
    const { command, run } = step.effect
    const maybe = run.maybe || isNeeded === undefined
    return { id: text === undefined ? 'missing' : 'pending', data: { command, root }, maybe }
  }
  return undefined
}

/** Words that mean yes when they are all the user says. */
const APPROVALS: readonly string[] = ['verified', 'approved', 'lgtm', 'looks good', 'ship it', 'approve for commit']
const MAX_APPROVAL = 40

/** The user's verdict on the work. */
function saidBy(event: PromptSubmit | PromptCommand, services: Services): ProofStatus | undefined {
  if (!isTyped(event, services)) return undefined
  if (event.kind === 'prompt.command') return event.command === 'holdpoint:proof' ? wordOf(event.args) : undefined
  const said = event.prompt.trim()
  if (!event.fromUser || said.length > MAX_APPROVAL) return undefined
  const words = said
    .toLowerCase()
    .replace(/[.!]+$/, '')
    .replace(/\s+/g, ' ')
  return APPROVALS.includes(words) ? 'verified' : undefined
}

function wordOf(args: string): ProofStatus | undefined {
  const word = args.trim().toLowerCase()
  return word === '' || word === 'verify' ? 'verified' : word === 'reset' ? 'pending' : undefined
}
