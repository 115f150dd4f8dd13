// cc-safety-net, another guard for commands, as its users run it but without npx around it. It is fetched from the
// registry for the bench only, in a fixed version, and kept outside node_modules.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'

const NAME = 'cc-safety-net'
const VERSION = '2.4.5'

/** Undefined when the registry does not have it. */
export function safetyNet(note) {
  const folder = join(root, 'node_modules/.cache/holdpoint/bench', `${NAME}-${VERSION}`)
  const program = join(folder, `node_modules/${NAME}/dist/bin/${NAME}.js`)
  if (!existsSync(program)) {
    note(`fetching ${NAME} ${VERSION} from the registry`)
    mkdirSync(folder, { recursive: true })
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefix', folder]
    spawnSync('npm', ['install', ...flags, `${NAME}@${VERSION}`], { cwd: folder, stdio: 'ignore', timeout: 120_000 })
  }
  if (!existsSync(program)) {
    note(`${NAME} ${VERSION}: not available from the registry, left out`)
    return undefined
  }
  return { name: `${NAME} ${VERSION}`, program: [process.execPath, program, '--claude-code'] }
}
