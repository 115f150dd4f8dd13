import { type HookEntry, modelNamed, isOfRepository, type EvaluatorDefinition, type OwnHook } from '@holdpoint/engine'
import type { Settings } from '@holdpoint/engine/policy'

/** A hook that asks language models, and the providers that receive its input. */
export interface Sending {
  readonly id: string
  /** Empty: the hook is on, and sends nothing. */
  readonly to: readonly string[]
}

/** Where data of this project is sent, by hook. */
export function sendingIn({ hooks, own, sendsTo = [] }: Settings, catalogue: readonly HookEntry[]): readonly Sending[] {
  return catalogue
    .filter(({ id, asksOthers }) => asksOthers === true && hooks[id] !== undefined && hooks[id].level !== 'off')
    .flatMap(({ id }) => {
      const written = own?.hooks.find(({ entry }) => entry.id === id)
      const definition = written && questionOf(written)
      if (definition?.command !== undefined) return []
      return [{ id, to: written === undefined ? sendsTo : providersOf(written, definition, sendsTo) }]
    })
}

const questionOf = ({ definition }: OwnHook): EvaluatorDefinition | undefined =>
  definition.type === 'prompt' || definition.type === 'agent' ? definition : undefined

function providersOf(
  { layer }: OwnHook,
  definition: EvaluatorDefinition | undefined,
  sendsTo: readonly string[],
): readonly string[] {
  if (definition?.model === undefined) return sendsTo
  const named = [definition.model].flat().flatMap((name) => modelNamed(name)?.provider ?? [])
  return [...new Set(named)].filter((provider) => !isOfRepository(layer) || sendsTo.includes(provider))
}

/** One line per destination, for people. */
export function sendingLines(sending: readonly Sending[]): readonly string[] {
  const targets = [...new Set(sending.map(({ to }) => to.join(', ')))]
  return targets.map((to) => {
    const some = sending.filter((one) => one.to.join(', ') === to)
    const ids = some.map(({ id }) => id).join(', ')
    const verb = some.length === 1 ? 'asks' : 'ask'
    return to === ''
      ? `${ids} ${verb} language models, but nothing is sent: your own configuration names no provider (llm.providers).`
      : `${ids} may send data to ${to}, which your own configuration names.`
  })
}
