// npm run new-hook <pack>/<name>: a hook that works and a test that passes, to be changed into what you want.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.mjs'

const id = process.argv[2] ?? ''
const [, pack, name] = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)$/.exec(id) ?? []
if (pack === undefined || name === undefined) {
  console.error('Usage: npm run new-hook <pack>/<name>, in lower-case letters, digits and dashes.')
  console.error('Example: npm run new-hook guard/no-curl-pipe')
  process.exit(1)
}
const folder = `src/hooks/${pack}/${name}`
if (existsSync(join(root, folder))) {
  console.error(`${folder} exists already.`)
  process.exit(1)
}

mkdirSync(join(root, folder), { recursive: true })
create(
  `${name}.ts`,
  `import * as v from 'valibot'
import { defineHook } from '../../../core/hook.ts'

export default defineHook({
  meta: {
    id: '${id}',
    summary: 'Say in one sentence what this hook does for the user.',
    since: '0.1.0',
    on: ['tool.before'],
    tools: ['shell'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    recommended: false,
    aliases: [],
    options: v.strictObject({
      word: v.optional(v.pipe(v.string(), v.minLength(1), v.description('The word that is refused.')), 'forbidden'),
    }),
    messages: {
      found: {
        what: 'The command contains \`{word}\`.',
        why: 'Say why that is a problem.',
        fix: 'Say what to do instead.',
      },
    },
  },
  run({ event, options, deny, pass }) {
    const command = event.tool.command ?? ''
    return command.includes(options.word) ? deny('found', { word: options.word }) : pass
  },
})
`,
)
create(
  `${name}.test.ts`,
  `import { shell } from '../../../testing/events.ts'
import { testHook } from '../../../testing/test-hook.ts'
import hook from './${name}.ts'

testHook(hook, {
  pass: ['ls -la'],
  deny: [{ name: 'the word', event: shell('echo forbidden'), id: 'found' }],
})
`,
)
execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: root, stdio: 'inherit' })
console.log(`
Now:
  1. Edit ${folder}/${name}.ts and its table of cases in ${name}.test.ts.
  2. npx vitest run ${folder}
  3. npm run generate && npm run check`)

function create(file, text) {
  writeFileSync(join(root, folder, file), text)
  console.log(`wrote ${folder}/${file}`)
}
