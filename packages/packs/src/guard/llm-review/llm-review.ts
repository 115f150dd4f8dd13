import * as v from 'valibot'
import type { Effects, Run } from '@holdpoint/shell'
import { type ToolBefore, defineHook, type Llm, type Services, type StateArea, attempt } from '@holdpoint/engine'
import { approve, FORMER_OPTIONS, test } from '../review/options.ts'
import { isReadable } from '../review/subject.ts'
import { openCache } from './cache.ts'
import { consult, type Outcome, type Trouble } from './consult.ts'
import { promptFor, SYSTEM } from './prompt.ts'
import { reviewersOf, type Reviewer } from './settings.ts'

/** A longer command would have to be truncated, and a truncated command cannot be judged. */
const MAX_COMMAND = 8_000

export default defineHook({
  meta: {
    id: 'guard/llm-review',
    summary: 'Let two language models judge shell commands that the command tables do not classify.',
    on: ['tool.before'],
    tools: ['shell'],
    role: 'gate',
    approves: true,
    onError: 'open',
    timeoutMs: 15_000,
    enabledBy: 'preset',
    needsTrust: true,
    asksOthers: true,
    order: 910,
    aliases: ['llm-review.sh', 'harness/llm-review'],
    options: v.strictObject({ approve, test }),
    stricter: { approve: ['work', 'reads'] },
    formerOptions: FORMER_OPTIONS,
    messages: {
      safe: { what: 'A reviewer calls this command safe.', why: '{views}', fix: '' },
      unsafe: {
        what: 'two reviewers call this command unsafe.',
        why: '{views}',
        fix: 'Use another command, or ask the user to run it.',
      },
      silent: {
        what: 'llm-review got no answer from {name}: {message}.',
        why: 'Commands are judged without this reviewer.',
        fix: '{remedy}',
      },
    },
  },
  async run({ event, options, services, pass, allow, deny, inject, notice }) {
    const { llm, state } = services
    if (llm === undefined || !isReadable(event)) return pass
    const reviewers = reviewersOf(services).filter(({ provider }) => llm.mayAsk(provider))
    if (reviewers.length === 0) return pass
    const { classify } = await import('../review/classify.ts')
    const effects = await services.effects(event)
    const { command = '' } = event.tool
    const { cwd, root } = event
    const subject = { ...options, command, cwd, root, home: services.env('HOME'), files: services.files }
    const { outcome } = classify(effects, subject)
    if (outcome === 'safe' || command.length > MAX_COMMAND) return pass

    const { verdict, text, troubles } = await reviewOf(event, effects, reviewers, services, llm)
    const mayApprove = outcome === 'unclassified' && effects.doubts.length === 0 && effects.code.length === 0
    const advice = verdict === 'safe' || verdict === 'nothing' ? pass : inject(`llm-review: ${text}`)
    const approval = verdict === 'safe' && mayApprove ? allow('safe', { views: text }) : advice
    const answer = verdict === 'unsafe' ? deny('unsafe', { views: text }) : approval
    const trouble = troubles.find((one) => isFirstReport(state.session, one))
    if (trouble === undefined) return answer
    const { name, kind, message } = trouble
    return { ...notice('silent', { name, message, remedy: REMEDIES[kind] }), ...answer }
  },
})

/** From the cache, or by asking. A verdict that does not decide is not cached: later a second reviewer may answer. */
async function reviewOf(
  event: ToolBefore,
  effects: Effects,
  reviewers: readonly Reviewer[],
  services: Services,
  llm: Llm,
): Promise<Outcome> {
  const cache = openCache(event.tool.command ?? '', JSON.stringify(effects.runs.map(runOf)), event.root, services)
  const known = attempt(cache.get)
  if (known !== undefined) return { verdict: known.verdict, text: known.reason, troubles: [] }
  const prompt = promptFor(event, effects, services, llm.mask)
  const outcome = await consult(reviewers, ({ name: _, ...reviewer }) =>
    llm.ask({ ...reviewer, system: SYSTEM, prompt }),
  )
  const { verdict, text } = outcome
  if (verdict !== 'advice' && verdict !== 'nothing') attempt(() => cache.put({ verdict, reason: text }))
  return outcome
}

const runOf = ({ path, args, cwd }: Run): readonly string[] => [cwd, path, ...args]

const REMEDIES: Readonly<Record<Trouble['kind'], string>> = {
  package:
    'Install the packages next to holdpoint: `npm install --global ai @ai-sdk/google @ai-sdk/openai`. To turn the review off, set LLM_REVIEW_ENABLED=0.',
  timeout: 'A single timeout needs no action. To turn the review off, set LLM_REVIEW_ENABLED=0.',
  error: 'Check its API key and model name. To turn the review off, set LLM_REVIEW_ENABLED=0.',
}

const REPORTED = 'llm-review-told'

/** Whether a problem is new in this session; each is reported once. */
function isFirstReport(session: StateArea, { name, kind }: Trouble): boolean {
  const key = `${name} ${kind}`
  if (session.get<readonly string[]>(REPORTED)?.includes(key) === true) return false
  session.update<readonly string[]>(REPORTED, (old = []) => [...old, key])
  return true
}
