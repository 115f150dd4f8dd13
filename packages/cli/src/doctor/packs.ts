import { explainConfiguration } from '@holdpoint/runtime'
import { files } from '@holdpoint/runtime/system'
import { PACKS, builtIn } from '@holdpoint/packs'
import type { Finding } from './finding.ts'

/** What packs check about their own hooks. */
export async function checkPacks(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  const { settings } = await explainConfiguration(root, { env, registry: builtIn })
  const optionsOf = (id: string): unknown => {
    const setting = settings.hooks[id]
    return setting === undefined || setting.level === 'off' ? undefined : setting.options
  }
  return PACKS.flatMap(({ examine }) => examine?.({ root, files, optionsOf }) ?? [])
}
