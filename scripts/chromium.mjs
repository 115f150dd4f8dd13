// Makes sure that there is a browser for the tests and the pictures: the distribution's own, never a download.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CHROMIUM = '/usr/bin/chromium'

if (!existsSync(CHROMIUM)) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `There is no ${CHROMIUM}. Install your distribution's package, on Debian: sudo apt-get install chromium`,
    )
    process.exit(1)
  }
  console.log('Installing chromium …')
  const apt = (...args) => execFileSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update')
  apt('install', '--yes', '--no-install-recommends', 'chromium')
}
