import { type Hook, type OwnHook, pass } from '@holdpoint/engine'
import type { Own } from '@holdpoint/engine/policy'
import type { RuleInForce } from '@holdpoint/engine/rules'
import { metaOf } from './meta.ts'
import { itemOfHook, itemOfRule, trustOf, type Trust, type TrustItem } from './trust.ts'
import { readTrust, type TrustStore } from './trust-store.ts'
import type { OwnWorld } from './world.ts'

/** Loads one custom hook. The code of each kind is imported only when needed. */
export async function loadOwn(own: OwnHook, all: Own, world: OwnWorld): Promise<Hook> {
  if (own.definition.type === 'rules') {
    const { rulesHook } = await import('@holdpoint/engine/rules')
    return rulesHook(all.needsTrust === true ? trustedRules(all.rules, world) : all.rules)
  }
  const trust = trustIn(world)(itemOfHook(own))
  // Its own failure setting applies: an agent may have changed the hook to bypass it.
  if (trust === 'changed') throw new Error(`it has changed since it was trusted; see \`holdpoint trust\``)
  // A hook that the user has never seen does not run.
  return trust === 'missing' ? { meta: metaOf(own), run: () => pass } : hookOf(own, world)
}

/** A changed rule counts as failed; the other rules still run. */
function trustedRules(rules: readonly RuleInForce[], world: OwnWorld): readonly RuleInForce[] {
  const trust = trustIn(world)
  return rules.flatMap((rule) => {
    const found = trust(itemOfRule(rule))
    if (found === 'missing') return []
    return found === 'changed' ? [{ ...rule, changed: true as const }] : [rule]
  })
}

/** Trust is read once, and only when needed. */
function trustIn(world: OwnWorld): (item: TrustItem | undefined) => Trust {
  let store: TrustStore | undefined
  return (item) => (item === undefined ? 'own' : trustOf(item, world, (store ??= readTrust(world))))
}

async function hookOf(own: OwnHook, world: OwnWorld): Promise<Hook> {
  switch (own.definition.type) {
    case 'command':
      return (await import('./command/hook.ts')).commandHook(own, world)
    case 'http':
      return (await import('./http/hook.ts')).httpHook(own, world)
    case 'prompt':
    case 'agent':
      return (await import('./evaluator/hook.ts')).evaluatorHook(own, world)
    case 'module':
      return (await import('./module/hook.ts')).moduleHook(own, world)
    case 'rules':
      throw new Error('rules are loaded together')
  }
}

export function untrustedAnnouncements(
  own: Own,
  world: OwnWorld,
): readonly { readonly key: string; readonly text: string }[] {
  const store = readTrust(world)
  const items = [...own.hooks.map(itemOfHook), ...own.rules.map(itemOfRule)].filter((item) => item !== undefined)
  const missing = items.filter((item) => trustOf(item, world, store) === 'missing').map(({ id }) => id)
  if (missing.length === 0) return []
  const names =
    missing.length > 3 ? `${missing.slice(0, 3).join(', ')} and ${missing.length - 3} more` : missing.join(', ')
  return [
    {
      key: `trust:${missing.join(' ')}`,
      text: `holdpoint: this project brings hooks of its own that you have not trusted yet, so they do not run: ${names}. ${store.problem === undefined ? '' : `${store.problem} `}Look at them with \`holdpoint trust\`.`,
    },
  ]
}
