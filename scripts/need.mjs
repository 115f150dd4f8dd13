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
function folders() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  return ['/usr/bin', '/bin', '/usr/sbin', ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`)]
}

const missing = process.argv
  .slice(2)
  .filter((program) => !folders().some((folder) => existsSync(`${folder}/${program}`)))
  .map((program) => PACKAGES[program] ?? program)

if (missing.length > 0) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`Install your distribution's packages first, on Debian: sudo apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(', ')} …`)
  const apt = (...args) => execFileSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update')
  try {
    apt('install', '--yes', '--no-install-recommends', ...missing)
  } catch (error) {
    // A package can fail to set up its service and still bring the program, which is all that a suite needs.
    if (process.argv.slice(2).some((program) => !folders().some((folder) => existsSync(`${folder}/${program}`))))
      throw error
  }
}
