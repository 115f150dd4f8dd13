// Builds the documentation site from the Markdown files of the repository: `npm run docs`, with `-- --serve` also
// serves it on loopback. The generator has a lock file of its own in site/, so that the project's install stays small.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './bundle.mjs'
import { write } from './site-pages.mjs'

const site = join(root, 'site')
const run = (program, args) => execFileSync(program, args, { cwd: site, stdio: ['ignore', 'inherit', 'inherit'] })

install()
write(join(site, 'dist/pages'))
run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build'])
if (process.argv.includes('--serve'))
  process.exitCode = spawnSync(process.execPath, ['serve.mjs'], { cwd: site, stdio: 'inherit' }).status ?? 1

/** Installs what the lock file of the site names, when it has changed. */
function install() {
  const stamp = join(site, 'node_modules/.cache/installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(site, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the site generator from its lock file …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}
