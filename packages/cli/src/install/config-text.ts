import { isMap, isScalar, parseDocument, type Document, type Scalar } from 'yaml'
import { UserError } from '@holdpoint/engine'
import { pathOf, type Outdated } from '@holdpoint/engine/policy'
import type { Path } from '@holdpoint/engine/yaml'
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
    throw new UserError('holdpoint.yml has mistakes. Fix them first: `holdpoint validate` lists them.')
  }
  const now: unknown = document.toJS()
  const current = typeof now === 'object' && now !== null && 'presets' in now ? now.presets : undefined
  if (JSON.stringify(current) === JSON.stringify(presets)) return text
  const list = document.createNode([...presets], { flow: true })
  document.set('presets', list)
  return document.toString({ lineWidth: 0 })
}

/** Whether a configuration says which presets are on. */
export function namesPresets(text: string): boolean {
  const now: unknown = parseDocument(text).toJS()
  return typeof now === 'object' && now !== null && 'presets' in now
}

function fresh(presets: readonly string[], scope: InstallScope): string {
  const hint = scope === 'project' ? `# yaml-language-server: $schema=${SCHEMA}\n` : ''
  return `${hint}# Hooks of this project. \`holdpoint list\` lists them, \`holdpoint explain <hook>\` shows their options.
presets: [${presets.join(', ')}]
`
}

/**
 * The configuration with today's option names, comments included. A new name replaces the old one in place, so that no
 * other byte changes; only removing an option makes the library serialise the file again.
 */
export function withoutOutdated(text: string, outdated: readonly Outdated[]): string {
  const document = parseDocument(text)
  // The user must fix an invalid file first; it may not mean what it seems to say.
  if (outdated.length === 0 || document.errors.length > 0) return text
  const [renamed, removed] = [
    outdated.filter((one) => one.to !== undefined && !document.hasIn([...pathOf(one).slice(0, -1), one.to])),
    outdated.filter((one) => one.to === undefined || document.hasIn([...pathOf(one).slice(0, -1), one.to])),
  ]
  const places = renamed
    .flatMap((one) => {
      const range = keyOf(document, one)?.range
      return range && one.to !== undefined ? [{ start: range[0], end: range[1], to: one.to }] : []
    })
    .toSorted((a, b) => b.start - a.start)
  const next = places.reduce((current, { start, end, to }) => current.slice(0, start) + to + current.slice(end), text)
  return removed.length === 0 ? next : without(next, removed.map(pathOf))
}

function keyOf(document: Document, one: Outdated): Scalar | undefined {
  const options = document.getIn(pathOf(one).slice(0, -1))
  const keys = isMap(options) ? options.items.map(({ key }) => key).filter((key) => isScalar(key)) : []
  return keys.find(({ value }) => value === one.option)
}

function without(text: string, paths: readonly Path[]): string {
  const document = parseDocument(text)
  for (const path of paths) {
    document.deleteIn(path)
    const options = document.getIn(path.slice(0, -1))
    if (isMap(options) && options.items.length === 0) document.deleteIn(path.slice(0, -1))
  }
  return document.toString({ lineWidth: 0 })
}
