// The settings that each preset compiles to. Options do not depend on the preset, so each hook has one row for them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bundle.mjs'

const HARNESS = ['guard', 'quality', 'plan', 'session']

export async function compiledPresets(folder) {
  const { builtIn, compileConfig } = await import(join(root, 'packages/cli/dist/lib/index.js'))
  const packs = builtIn.catalogue.map(({ id }) => id.slice(0, id.indexOf('/')))
  const groups = packs.map((pack) => (HARNESS.includes(pack) ? 'harness' : pack))
  const rows = []
  mkdirSync(folder, { recursive: true })
  for (const name of ['recommended', 'all', ...new Set(groups)].toSorted()) {
    const path = join(folder, `${name}.yml`)
    writeFileSync(path, `presets: [${name}]\n`)
    const { settings, problems } = await compileConfig([{ name: 'user', path }], {}, builtIn)
    const { digest, hooks, ...rest } = settings
    const on = Object.entries(hooks).filter(([, { level, whenCalled }]) => (whenCalled ?? level) !== 'off')
    const levels = Object.fromEntries(on.map(([id, { level, whenCalled }]) => [id, whenCalled ?? level]).toSorted())
    rows.push({ sort: 'presets', id: `preset ${name}`, answer: { digest, levels, rest, problems: problems.length } })
    if (name !== 'all') continue
    for (const [id, { level: _level, whenCalled: _called, ...setting }] of Object.entries(hooks))
      rows.push({ sort: 'presets', id: `settings ${id}`, answer: setting })
  }
  return rows
}
