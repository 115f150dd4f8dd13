// npm run new-hook <pack>/<name>: creates a working hook and a passing test as a starting point.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.mjs'

const id = process.argv[2] ?? ''
const [, pack, name] = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)$/.exec(id) ?? []
if (pack === undefined || name === undefined) {
  console.error('Usage: npm run new-hook <pack>/<name>, in lower-case letters, digits and dashes.')
  console.error('Example: npm run new-hook guard/no-curl-pipe')
  process.exit(1)
}
const folder = `packages/packs/src/${pack}/${name}`
if (existsSync(join(root, folder))) {
  console.error(`${folder} exists already.`)
  process.exit(1)
}

mkdirSync(join(root, folder), { recursive: true })
create(`${name}.ts`, 'hook.ts.txt')
create(`${name}.test.ts`, 'hook.test.ts.txt')
execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: root, stdio: 'inherit' })
console.log(`
Now:
  1. Edit ${folder}/${name}.ts and its table of cases in ${name}.test.ts.
  2. npx vitest run ${folder}
  3. npm run format && npm run generate && npm run check`)

function create(file, template) {
  const text = readFileSync(join(root, 'scripts/templates', template), 'utf8')
  writeFileSync(join(root, folder, file), text.replaceAll('{{id}}', id).replaceAll('{{name}}', name))
  console.log(`wrote ${folder}/${file}`)
}
