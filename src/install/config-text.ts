import { isMap, parseDocument } from 'yaml'
import { UserError } from '../core/errors.ts'
import type { InstallScope } from './scopes.ts'

const SCHEMA = './node_modules/holdpoint/schema/holdpoint.schema.json'

/** The configuration with these presets; everything else in it, comments included, stays. */
export function withPresets(
  text: string | undefined,
  presets: readonly string[],
  scope: InstallScope,
): string | undefined {
  if (presets.length === 0) return text
  if (text === undefined || text.trim() === '') return fresh(presets, scope)
  const document = parseDocument(text)
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) {
    throw new UserError('holdpoint.yml has mistakes; run `holdpoint validate` and mend them first.')
  }
  const now: unknown = document.toJS()
  const current = typeof now === 'object' && now !== null && 'presets' in now ? now.presets : undefined
  if (JSON.stringify(current) === JSON.stringify(presets)) return text
  const list = document.createNode([...presets], { flow: true })
  document.set('presets', list)
  return document.toString({ lineWidth: 0 })
}

function fresh(presets: readonly string[], scope: InstallScope): string {
  const hint = scope === 'project' ? `# yaml-language-server: $schema=${SCHEMA}\n` : ''
  return `${hint}# What is on here. \`holdpoint list\` shows every hook and why; \`holdpoint explain <hook>\` its options.
presets: [${presets.join(', ')}]
`
}
