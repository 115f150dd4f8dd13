import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'

/**
 * Every shell block of README.md and CONTRIBUTING.md, word for word, in a throw-away project with the packed package.
 * What needs a clone, the network or an agent has an equivalent here, and says what it is.
 */

const root = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const blocksIn = (name: string, language: string): readonly string[] =>
  [...read(name).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text)

/** A line without its remark. */
const commandsIn = (block: string): readonly string[] =>
  block
    .split('\n')
    .map((line) => line.replace(/ +# .*$/, '').trim())
    .filter((line) => line !== '')

interface Line {
  readonly document: string
  readonly command: string
}

const lines: readonly Line[] = ['README.md', 'CONTRIBUTING.md'].flatMap((document) =>
  blocksIn(document, 'sh').flatMap((block) => commandsIn(block).map((command) => ({ document, command }))),
)

const scripts = (JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }).scripts
const isScript = (command: string): boolean => {
  const [, name = ''] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? []
  return Object.hasOwn(scripts, name)
}

/** Lines that are not run as they stand; each is shown to be possible in another way. */
const INSTEAD: readonly (readonly [pattern: RegExp, equivalent: (site: string) => void])[] = [
  // The registry has no package of ours yet: the packed one stands for it.
  [
    /^npm install --save-dev holdpoint$/,
    (site) => expect(existsSync(join(site, 'node_modules/.bin/holdpoint'))).toBe(true),
  ],
  // Without an agent: the folder is a plugin, and `plugin validate` of the agent is part of the end-to-end tests.
  [
    /^claude --plugin-dir node_modules\/holdpoint$/,
    (site) => expect(existsSync(join(site, 'node_modules/holdpoint/.claude-plugin/plugin.json'))).toBe(true),
  ],
  // The demo has a program of its own; the set-up around it was done before these tests could run.
  [
    /^npm run demo$/,
    () => expect(execFileSync('node', ['demo/run.mjs'], { cwd: root, encoding: 'utf8' })).toContain('deny'),
  ],
  // The lock file is checked by an install that changes nothing.
  [
    /^npm ci$/,
    () =>
      execFileSync('npm', ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'], {
        cwd: root,
        stdio: 'pipe',
      }),
  ],
  // In a clone, and each a run of its own: that there is such a script is what can be shown here.
  [/^npm (?:test|run [\w:-]+)(?: |$)/, () => undefined],
]

/** `check` says by its exit code what would happen. */
const EXPECTED: Readonly<Record<string, number>> = { 'npx holdpoint check -- \'rm -rf "$X"\'': 3 }

describe('the shell blocks of the documents, followed word for word', () => {
  const project = temporaryDirectory('holdpoint-readme-')
  const env = { PATH: process.env['PATH'], HOME: join(project.path, 'home'), npm_config_update_notifier: 'false' }
  const site = join(project.path, 'site')
  afterAll(project.dispose)

  beforeAll(() => {
    project.write({
      'site/package.json': '{"name":"stranger","private":true}\n',
      'home/.gitconfig': '[user]\n\tname = A\n\temail = a@example.com\n',
      // As the document shows it, first of its blocks.
      'site/holdpoint.yml': blocksIn('README.md', 'yaml')[0] ?? '',
    })
    execFileSync('git', ['init', '--quiet'], { cwd: site, env })
    const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', project.path]
    const tarball =
      execFileSync('npm', pack, { cwd: join(root, 'packages/cli'), encoding: 'utf8' })
        .trim()
        .split('\n')
        .at(-1) ?? ''
    const install = ['install', '--save-dev', '--silent', '--no-audit', '--no-fund', join(project.path, tarball)]
    execFileSync('npm', install, { cwd: site, env, stdio: 'pipe' })
  }, 300_000)

  it.each(lines.map(({ document, command }) => [document, command] as const))('%s: %s', (_, command) => {
    const instead = INSTEAD.find(([pattern]) => pattern.test(command))
    if (instead !== undefined) {
      if (command.startsWith('npm ') && !/^npm (?:ci|install)/.test(command)) expect(isScript(command)).toBe(true)
      return instead[1](site)
    }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: site, env, input: '', encoding: 'utf8' })
    expect({ status, stderr, isSilent: stdout === '' }).toEqual({
      status: EXPECTED[command] ?? 0,
      stderr: '',
      isSilent: false,
    })
  })

  it('what they leave out is only what is named here', () => {
    const run = lines.filter(({ command }) => !INSTEAD.some(([pattern]) => pattern.test(command)))
    expect(run.length).toBeGreaterThan(8)
    expect(run.every(({ command }) => command.includes('npx holdpoint '))).toBe(true)
  })

  it('inside of a sentence, too, the program is named so that it is found', () => {
    const bare = [...read('README.md').matchAll(/`(holdpoint [^`]+)`/g)].map(([, text = '']) => text)
    expect(bare.filter((text) => !text.startsWith('holdpoint why '))).toEqual([])
  })
})
