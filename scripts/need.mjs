// Installs programs that the slower suites need: the distribution's own packages, never other downloads.
//
//   node scripts/need.mjs chromium nc tmux
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

/** Program to Debian's package. */
const PACKAGES = {
  chromium: 'chromium',
  nc: 'netcat-openbsd',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql',
  tmux: 'tmux',
  zsh: 'zsh',
}
const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`)]

const missing = process.argv
  .slice(2)
  .filter((program) => !FOLDERS.some((folder) => existsSync(`${folder}/${program}`)))
  .map((program) => PACKAGES[program] ?? program)

if (missing.length > 0) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`Install your distribution's packages first, on Debian: sudo apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} …`)
  const apt = (...args) => execFileSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update')
  apt('install', '--yes', '--no-install-recommends', ...missing)
}
