import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'
import { blocksOf, documents, documentsWithCommands, leftOut, root, type Block } from '../support/documents.ts'

/**
 * The shell blocks of all documents, run word for word with the packed package. Each document has a project of its own:
 * its blocks run in their order, blocks that show a file write it, and blocks that show output are compared with it.
 */

interface Command {
  readonly line: string
  /** From its comment: `# exit code 2`. */
  readonly status: number
}

/** The lines of a block, with continued ones joined and comments taken off. */
const commandsIn = (text: string): readonly Command[] =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => ({
      line: line.replace(/\s+# .*$/, '').trim(),
      status: Number(/# exit code (\d)/.exec(line)?.[1] ?? 0),
    }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'))

const isOutput = ({ language, info }: Block): boolean => language === 'text' && info === 'output'
const isFile = (block: Block): boolean =>
  block.info !== '' && !block.info.startsWith('no-') && !isFolder(block.info) && !isOutput(block)
const isFolder = (info: string): boolean =>
  info !== '' && existsSync(join(root, info)) && statSync(join(root, info)).isDirectory()

/** Whether `shown` is the output; `…` stands for any text, and line breaks do not count. */
function isOutputOf(shown: string, printed: string): boolean {
  const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
  const parts = words(shown)
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`).test(words(printed))
}

/** What a person would see as a crash, whatever the exit code. */
const CRASH = /^\s+at .+:\d+:\d+|UnhandledPromise|TypeError|ReferenceError/m

const area = temporaryDirectory('holdpoint-documents-')
const env = (home: string) => ({
  PATH: `${join(area.path, 'package/node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
  HOME: home,
  XDG_RUNTIME_DIR: home,
  npm_config_update_notifier: 'false',
})

beforeAll(() => {
  area.write({ 'package/package.json': '{"name":"stranger","private":true}\n' })
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', area.path]
  const tarball = execFileSync('npm', pack, { cwd: join(root, 'packages/cli'), encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1)
  const install = ['install', '--save-dev', '--silent', '--no-audit', '--no-fund', join(area.path, tarball ?? '')]
  execFileSync('npm', install, { cwd: join(area.path, 'package'), stdio: 'pipe' })
}, 300_000)

afterAll(area.dispose)

/** A git repository that depends on the packed package. */
function aProject(name: string): { readonly path: string; readonly home: string } {
  const path = join(area.path, name, 'project')
  const home = join(area.path, name, 'home')
  area.write({
    [`${name}/project/package.json`]: '{"name":"stranger","private":true,"devDependencies":{"holdpoint":"*"}}\n',
    [`${name}/home/.gitconfig`]: '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n',
  })
  symlinkSync(join(area.path, 'package/node_modules'), join(path, 'node_modules'))
  writeFileSync(join(path, '.gitignore'), 'node_modules\n')
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: path, env: env(home), stdio: 'pipe' })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  return { path, home }
}

function run(command: string, cwd: string, home: string): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env: env(home),
    input: '',
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status, output: stdout + stderr }
}

describe.each(documentsWithCommands())('%s', (document) => {
  const blocks = blocksOf(document)
  const commands = blocks.filter(({ language }) => language === 'sh')

  it('says of every command why it is not run, or runs', () => {
    const project = aProject(document.replaceAll('/', '-'))
    const failures: string[] = []
    let printed = ''
    for (const block of blocks) {
      if (leftOut(block) !== undefined) continue
      if (isOutput(block)) {
        if (!isOutputOf(block.text, printed))
          failures.push(`${document}:${block.line}: shows\n${block.text}\nbut the commands print\n${printed}`)
        continue
      }
      if (isFile(block)) {
        area.write({ [join(project.path, block.info).slice(area.path.length + 1)]: block.text })
        continue
      }
      if (block.language !== 'sh') continue
      let folder = project.path
      if (isFolder(block.info)) {
        folder = join(area.path, `${document.replaceAll('/', '-')}-${block.line}`)
        cpSync(join(root, block.info), folder, { recursive: true })
      }
      printed = ''
      for (const { line, status } of commandsIn(block.text)) {
        const ended = run(line, folder, project.home)
        printed += ended.output
        if (ended.status === status && !CRASH.test(ended.output)) continue
        failures.push(`${document}:${block.line}: ${line}\nexit code ${ended.status}, not ${status}\n${ended.output}`)
      }
    }
    run('holdpoint daemon stop', project.path, project.home)
    expect(failures).toEqual([])
  })

  it('names the program so that a reader finds it', () => {
    const bare = commands
      .filter(({ document: name }) => name === 'README.md')
      .flatMap(({ text }) => commandsIn(text))
      .filter(({ line }) => line.startsWith('holdpoint '))
    expect(bare).toEqual([])
  })
})

it('the TypeScript of the guides type-checks against the packed package', () => {
  const blocks = documents.flatMap(blocksOf).filter((block) => block.language === 'ts' && leftOut(block) === undefined)
  for (const { document, line, info, text } of blocks) {
    // Blocks that show files see each other; any other block stands alone.
    const name = info === '' ? `${line}.ts` : info.startsWith('examples/') ? `${line}/hook.ts` : info
    area.write({ [`package/types/${document.replaceAll('/', '-')}/${name}`]: text })
  }
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2023', allowImportingTsExtensions: true }
  const settings = {
    compilerOptions: { ...options, types: ['node'], skipLibCheck: true },
    include: ['types/**/*', 'types/**/.holdpoint/**/*'],
  }
  area.write({ 'package/tsconfig.json': JSON.stringify(settings) })
  symlinkSync(join(root, 'node_modules/@types'), join(area.path, 'package/node_modules/@types'))
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], {
    cwd: join(area.path, 'package'),
    encoding: 'utf8',
  })
  expect(blocks.length).toBeGreaterThan(2)
  expect(stdout).toBe('')
})

it('most blocks run', () => {
  const all = documents.flatMap(blocksOf).filter(({ language }) => language === 'sh')
  expect(all.filter((block) => leftOut(block) === undefined).length).toBeGreaterThan(all.length / 2)
})
