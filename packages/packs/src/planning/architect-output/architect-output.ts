import * as v from 'valibot'
import { defineHook, type Services, type StateArea } from '@holdpoint/engine'
import { ELEMENTS, JUDGE, judgementOf, judgePrompt, missingElements, type Judgement } from '../blueprint.ts'
import { readConfig } from '../config.ts'
import { judgeOf } from '../judge.ts'
import { oneLine } from '../values.ts'
import { logged, sentBack } from '../words.ts'

export default defineHook({
  meta: {
    id: 'planning/architect-output',
    summary: 'Block the software architect while the blueprint lacks too many of its five elements.',
    on: ['agent.stop'],
    matcher: '^product-planning:software-architect$',
    role: 'gate',
    onError: 'open',
    timeoutMs: 20_000,
    enabledBy: 'preset',
    asksOthers: true,
    order: 8,
    aliases: ['H08', 'planning/H08', 'H08_architect_validator'],
    options: v.strictObject({
      judge: v.optional(
        v.pipe(
          v.nullable(v.picklist(['llm', 'heuristic', 'off'])),
          v.description('Who decides when the heuristic finds too few elements. null: planning-config.yaml (llm).'),
        ),
        null,
      ),
      min_elements: v.optional(
        v.pipe(
          v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5))),
          v.description('Elements a blueprint must have. null: planning-config.yaml (3).'),
        ),
        null,
      ),
    }),
    stricter: { min_elements: 'more' },
    messages: {
      incomplete: {
        exact:
          'Blueprint incomplete: missing {list}\n' +
          'Architect output lacks: {list}. Re-run with more specific requirements.',
      },
      unjudged: {
        what: 'No model judged the architect’s blueprint: {trouble}.',
        why: 'It lacks several of its five elements and passed anyway.',
        fix: 'Configure a model, or set `planning.h08: heuristic` in planning-config.yaml.',
      },
    },
  },
  async run({ event, options, services, block, notice, pass }) {
    const { agents } = await readConfig(event.root, services)
    const judge = options.judge ?? agents.architect
    if (judge === 'off') return logged(pass, 'APPROVE', 'Blueprints are not judged')
    const min = options.min_elements ?? agents.minElements
    const text = event.text ?? ''
    const missing = missingElements(text)
    const found = ELEMENTS.length - missing.length
    if (found >= min) return logged(pass, 'APPROVE', `Blueprint complete: ${found} of ${ELEMENTS.length} elements`)
    // An empty text needs no model.
    if (judge === 'heuristic' || text.trim() === '') return sentBack(block('incomplete', { list: missing.join(', ') }))

    const { judgement, trouble } = await ask(judgePrompt(text, min), services)
    if (judgement === undefined) {
      const verdict = isFirstReport(services.state.session) ? notice('unjudged', { trouble }) : pass
      return logged(verdict, 'APPROVE', `No model judged the blueprint: ${trouble}`)
    }
    if (judgement.ok) return logged(pass, 'APPROVE', oneLine(judgement.reason) || 'Blueprint complete')
    return sentBack(block('incomplete', { list: namedMissing(judgement.reason) || missing.join(', ') }))
  },
})

/** A model may repeat the words of the document, which the message already contains. */
const namedMissing = (reason: string): string =>
  oneLine(reason)
    .replace(
      /^(?:(?:Blueprint (?:is )?incomplete|Architect output lacks|(?:it )?(?:is )?missing|lacks)\b[\s:,]*)+/i,
      '',
    )
    .replace(/[.,;]?\s*(?:Architect output lacks:.*|Re-run with more specific requirements\.?)$/i, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/[\s.]+$/, '')

/** Below the hook's own timeout, so that it can still report why there was no answer. */
const ASK_MS = 15_000

async function ask(
  prompt: string,
  services: Services,
): Promise<{ readonly judgement: Judgement | undefined; readonly trouble: string }> {
  const { llm } = services
  const model = llm && judgeOf(services, (provider) => llm.mayAsk(provider))
  if (llm === undefined || model === undefined) return { judgement: undefined, trouble: noModel(services) }
  const answer = await llm.ask({ ...model, system: JUDGE, prompt: llm.mask(prompt), timeoutMs: ASK_MS })
  if (answer.failure !== undefined) return { judgement: undefined, trouble: answer.message }
  return { judgement: judgementOf(answer.text), trouble: 'its answer was not readable' }
}

const noModel = (services: Services): string =>
  judgeOf(services, () => true) === undefined
    ? 'no API key is set'
    : 'your own configuration names no provider under `llm.providers`, so Holdpoint sends nothing'

const REPORTED = 'planning-judge-told'

/** Reported once per session. */
function isFirstReport(session: StateArea): boolean {
  if (session.get(REPORTED) === true) return false
  session.update(REPORTED, () => true)
  return true
}
