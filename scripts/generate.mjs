// Writes everything that is derived: from the hooks' metadata the registry, JSON Schema and hook pages; from the results
// of the end-to-end tests the page of agents.
// `--check` writes nothing and fails when a file is outdated.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { importSource, root } from './bundle.mjs'
import { descriptionOf, packPage, pagesIndex } from './hook-pages.mjs'
import { hostsPage } from './hosts-page.mjs'
import { jsonSchema } from './json-schema.mjs'
import { policyTestSchema } from './policy-test-schema.mjs'

const check = process.argv.includes('--check')

const { hooks, packs } = await loadHooks()
const outputs = new Map([
  ['packages/packs/src/packs.generated.ts', packTable(packs)],
  ['packages/packs/src/loaders.generated.ts', loaders(hooks)],
  ['packages/packs/src/catalogue.generated.ts', catalogue(hooks)],
  ['packages/packs/src/meanings.generated.ts', meanings(hooks)],
  ['packages/cli/schema/holdpoint.schema.json', `${JSON.stringify(await jsonSchema(hooks), null, 2)}\n`],
  ['packages/cli/schema/holdpoint.test.schema.json', `${JSON.stringify(await policyTestSchema(), null, 2)}\n`],
  ['docs/hooks/README.md', pagesIndex(hooks)],
  ['docs/hosts.md', await hostsPage()],
])
for (const pack of packs) outputs.set(`docs/hooks/${pack.name}.md`, packPage(pack, hooks))
const stale = [...outputs].filter(([path, text]) => read(path) !== text)
const orphans = existsSync(join(root, 'docs/hooks'))
  ? readdirSync(join(root, 'docs/hooks')).filter((name) => !outputs.has(`docs/hooks/${name}`))
  : []
if (check) {
  for (const [path] of stale) console.error(`out of step: ${path}`)
  for (const name of orphans) console.error(`no such pack: docs/hooks/${name}`)
  if (stale.length > 0 || orphans.length > 0) {
    console.error('Run `npm run generate` and commit the result.')
    process.exit(1)
  }
  console.log(`generated files in step (${outputs.size})`)
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(`wrote ${path}`)
  }
  if (stale.length === 0) console.log('everything in step')
}

function read(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}

/** packages/packs/src/<pack>/[<group>/]<name>/<name>.ts; its default export is a hook, or a table of hooks. */
function findHookFiles(directory = join(root, 'packages/packs/src')) {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => {
      const folder = join(directory, entry.name)
      const file = join(folder, `${entry.name}.ts`)
      return existsSync(file) ? [relative(root, file)] : findHookFiles(folder)
    })
    .toSorted()
}

async function loadHooks() {
  const files = findHookFiles()
  const imports = files.map((file, index) => `import h${index} from './${file}'`).join('\n')
  const folders = readdirSync(join(root, 'packages/packs/src')).filter((name) => existsSync(join(root, packFile(name))))
  const packImports = folders.map((name, index) => `import { pack as p${index} } from './${packFile(name)}'`).join('\n')
  const { loaded, packs, factsOf } = await importSource(
    `${imports}\n${packImports}\nexport { factsOf } from './packages/engine/src/pack.ts'
    export const loaded = [${files.map((_, i) => `h${i}`).join(', ')}]
    export const packs = [${folders.map((_, i) => `p${i}`).join(', ')}]`,
  )
  const problems = packs.flatMap(({ name }, i) =>
    name === folders[i] ? [] : [`${packFile(folders[i])}: its name is ${name}`],
  )
  const result = files.flatMap((file, index) => {
    if (!existsSync(join(root, file.replace(/\.ts$/, '.test.ts')))) problems.push(`${file}: has no test beside it`)
    const isTable = Array.isArray(loaded[index])
    return (isTable ? loaded[index] : [loaded[index]]).map(({ meta }) => {
      const [pack = '', name = ''] = meta.id.split('/')
      if (!folders.includes(pack)) problems.push(`${file}: there is no ${packFile(pack)}`)
      if (!file.startsWith(`packages/packs/src/${pack}/`) || !(isTable || file.endsWith(`/${name}/${name}.ts`))) {
        problems.push(`${file}: its id is ${meta.id}, which belongs in packages/packs/src/${pack}/${name}/${name}.ts`)
      }
      if (meta.options.type !== 'strict_object') problems.push(`${file}: options must be v.strictObject({…})`)
      const defaults = meta.options['~standard'].validate({})
      if (defaults.issues) problems.push(`${file}: every option needs a default; {} must be valid`)
      for (const [option, schema] of Object.entries(meta.options.entries ?? {})) {
        if (descriptionOf(schema) === '') problems.push(`${file}: option ${option} needs v.description(…)`)
      }
      return { file, pack, meta, facts: factsOf(meta, packs), defaults: defaults.value ?? {} }
    })
  })
  const names = result.flatMap(({ meta }) => [meta.id, ...meta.aliases])
  for (const name of new Set(names.filter((n, i) => names.indexOf(n) !== i)))
    problems.push(`two hooks answer to ${name}`)
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem)
    process.exit(1)
  }
  return { packs, hooks: result.toSorted((one, other) => (one.meta.id < other.meta.id ? -1 : 1)) }
}

function packFile(name) {
  return `packages/packs/src/${name}/pack.ts`
}

function packTable(list) {
  const names = list.map(({ name }) => name)
  return `// Generated by npm run generate. Do not edit.
import type { Pack } from '@holdpoint/engine'
${names.map((name) => `import { pack as ${name} } from './${name}/pack.ts'`).join('\n')}

export const PACKS: readonly Pack[] = [${names.join(', ')}]
`
}

/** A switch: each process would have to build a table of functions. */
function loaders(list) {
  const rows = list.map(
    ({ meta, file }) => `    case '${meta.id}':\n      return import('./${file.slice('packages/packs/src/'.length)}')`,
  )
  return `// Generated by npm run generate. Do not edit.
import type { Hook } from '@holdpoint/engine'

/** The module of a hook, whose default export is the hook or a table with it. Undefined when there is none. */
export function moduleOf(id: string): Promise<{ readonly default: Hook | readonly Hook[] }> | undefined {
  switch (id) {
${rows.join('\n')}
    default:
      return undefined
  }
}
`
}

/** Hooks are shipped without the schemas of their options, so what each option means is kept by itself. */
function meanings(list) {
  const rows = list.flatMap(({ meta }) => {
    const options = Object.entries(meta.options.entries).map(
      ([name, schema]) => `    ${name}: ${JSON.stringify(descriptionOf(schema))},`,
    )
    return options.length === 0 ? [] : [`  '${meta.id}': {`, ...options, '  },']
  })
  return `// Generated by npm run generate. Do not edit.

/** What each option of each hook means. */
export const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${rows.join('\n')}
}
`
}

function catalogue(list) {
  const entries = list.map(
    ({ meta: { options: _o, stricter: _x, formerOptions: _f, messages: _m, summary: _s, ...entry }, facts }) => ({
      ...entry,
      pack: facts,
    }),
  )
  const rows = entries
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((entry) => `  ${JSON.stringify(entry)},`)
  return `// Generated by npm run generate. Do not edit.
import type { HookEntry } from '@holdpoint/engine'

/** What must be known of each hook before it is loaded. */
export const CATALOGUE: readonly HookEntry[] = [
${rows.join('\n')}
]
`
}
