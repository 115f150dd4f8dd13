import { randomBytes } from 'node:crypto'
import {
  type AgentEvent,
  type Hook,
  isOfRepository,
  type EvaluatorDefinition,
  type OwnHook,
  type Llm,
  type Services,
  type Verdict,
} from '@holdpoint/engine'
import { metaOf } from '../meta.ts'
import type { OwnWorld } from '../world.ts'
import { commandEvaluator } from './command.ts'
import { contentOf, type Content } from './content.ts'
import { failed, isDefinite, type Evaluation, type Evaluator } from './evaluation.ts'
import { judge } from './judge.ts'
import { digestOf, isNews, openAnswers, spend } from './kept.ts'
import { modelsOf } from './models.ts'
import { fenced, questionOf, type Marks } from './question.ts'
import { lookAgain, lookingTools, type Looking } from './tools/tools.ts'
import { mergeVerdicts, verdictFor } from './verdict.ts'

/** The evaluators to ask, or why there are none. */
type EvaluatorsOf = (
  definition: EvaluatorDefinition,
  services: Services,
  llm: Llm,
  layer: OwnHook['layer'],
) => readonly Evaluator[] | string

/** A little less than the engine's timeout, so that the report can name the evaluator that did not answer. */
const EARLY = 0.8
const DEFAULT_BUDGET = 200

/** A hook whose question language models answer, or a test double. */
export function evaluatorHook(own: OwnHook, world: OwnWorld, evaluatorsOf: EvaluatorsOf = chosen(world)): Hook {
  const { definition, entry } = own
  if (definition.type !== 'prompt' && definition.type !== 'agent') throw new Error(`${entry.id} asks no model`)
  return {
    meta: metaOf(own),
    async run({ event, services }) {
      const { llm } = services
      if (llm === undefined) throw new Error('no model may be asked here')
      const evaluators = evaluatorsOf(definition, services, llm, own.layer)
      if (typeof evaluators === 'string') throw new Error(evaluators)
      const asking: Asking = {
        own,
        definition,
        event,
        services,
        mask: llm.mask,
        content: contentOf(event, llm.mask),
        root: world.root,
      }
      const evaluations = await evaluateAll(evaluators, asking)
      return verdictOf(evaluators, evaluations, asking)
    },
  }
}

const chosen =
  ({ root }: OwnWorld): EvaluatorsOf =>
  (definition, services, llm, layer) =>
    definition.command === undefined
      ? modelsOf(definition, services, llm, !isOfRepository(layer))
      : [commandEvaluator(definition.command, root, services)]

interface Asking {
  readonly own: OwnHook
  readonly definition: EvaluatorDefinition
  readonly event: AgentEvent
  readonly services: Services
  readonly content: Content
  readonly root: string
  mask(text: string): string
}

/** Uses cached answers, and asks all other evaluators concurrently. */
async function evaluateAll(evaluators: readonly Evaluator[], asking: Asking): Promise<readonly Evaluation[]> {
  const { definition, own, services } = asking
  const known = await Promise.all(evaluators.map((evaluator) => recall(evaluator, asking)))
  const open = known.filter((evaluation) => evaluation === undefined).length
  const { budget = DEFAULT_BUDGET } = definition
  if (open > 0 && !spend(services.state.session, own.entry.id, open, budget)) {
    return known.map((one) => one ?? failed('unusable', `its ${budget} questions of this session are used up`))
  }
  return Promise.all(evaluators.map(async (evaluator, index) => known[index] ?? evaluate(evaluator, asking)))
}

const questionDigest = ({ name }: Evaluator, { own, definition, content }: Asking): string =>
  digestOf([own.entry.id, JSON.stringify(definition), name, content.identity])

const looking = ({ root, services, mask }: Asking, marks: Marks): Looking =>
  lookingTools(root, services, mask, (text) => fenced(text, marks))

/** A cached answer is valid while everything it was based on is unchanged. */
async function recall(evaluator: Evaluator, asking: Asking): Promise<Evaluation | undefined> {
  if (evaluator.looksElsewhere === true) return undefined
  const kept = openAnswers(asking.services.state.session).find(questionDigest(evaluator, asking))
  if (kept === undefined) return undefined
  const { tools, shown } = looking(asking, newMarks())
  await lookAgain(kept.looks, tools)
  return digestOf(shown) === kept.seen ? kept.evaluation : undefined
}

async function evaluate(evaluator: Evaluator, asking: Asking): Promise<Evaluation> {
  const { own, definition, content, services } = asking
  const marks = newMarks()
  const { tools, looks, shown } = looking(asking, marks)
  const answer = await evaluator.ask({
    ...questionOf(definition, content.text, marks),
    tools: definition.type === 'agent' ? tools : [],
    timeoutMs: Math.round(own.entry.timeoutMs * EARLY),
  })
  if (answer.failure !== undefined) {
    const isThere = answer.answered === true || looks.length > 0
    return failed(isThere ? 'unusable' : 'unreachable', answer.message)
  }
  const read = [...content.parts, ...shown]
  const evaluation = judge({ answer: answer.text, code: marks.code, read, isCut: content.isCut })
  if (isDefinite(evaluation) && evaluator.looksElsewhere !== true) {
    openAnswers(services.state.session).keep(questionDigest(evaluator, asking), evaluation, looks, shown)
  }
  return evaluation
}

const newMarks = (): Marks => ({ fence: randomBytes(12).toString('hex'), code: randomBytes(12).toString('hex') })

function verdictOf(
  evaluators: readonly Evaluator[],
  evaluations: readonly Evaluation[],
  { own, event, services }: Asking,
): Verdict {
  const isLost = (one: Evaluation): boolean => !one.ok && one.infrastructureError === true && one.kind === 'unreachable'
  // Only then is it a failure of the hook, after some of which the engine skips it: neither a judged text nor a
  // single model of several may cause that.
  if (evaluations.every(isLost)) {
    throw new Error(evaluations.map(({ reason }, index) => `${evaluators[index]?.name}: ${reason}`).join('; '))
  }
  const verdict = mergeVerdicts(
    evaluations.map((one, index) => verdictFor(event, own.entry, evaluators[index]?.name ?? '', one)),
  )
  const { notice, ...rest } = verdict
  const isRepeated = rest.decision === 'pass' && rest.messageId !== undefined && notice !== undefined
  return isRepeated && !isNews(services.state.session, `${own.entry.id} ${notice}`) ? rest : verdict
}
