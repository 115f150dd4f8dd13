import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { redact } from '../../../audit/redact.ts'
import { files } from '../../../system/files/files.ts'
import { temporaryDirectory } from '../../../../../testing/src/repository.ts'
import { lookingTools, type Looking } from './tools.ts'

const CANARY = 'canary-that-must-stay-outside'

interface Around extends Looking {
  readonly root: string
  readonly outside: string
  use(tool: string, input: unknown): Promise<string>
}

/** A project in a directory that also holds what is none of its business. */
function aProject(content: Readonly<Record<string, string>> = {}): Around {
  const base = temporaryDirectory()
  onTestFinished(base.dispose)
  base.write({
    'secret.txt': CANARY,
    'other/notes.md': CANARY,
    'project/README.md': 'first\nsecond\nthird\n',
    'project/src/app.ts': 'export const answer = 42\n',
    ...Object.fromEntries(Object.entries(content).map(([name, text]) => [`project/${name}`, text])),
  })
  const root = join(base.path, 'project')
  const looking = lookingTools(root, { files, env: () => base.path }, redact, (text) => `<${text}>`)
  return {
    ...looking,
    root,
    outside: base.path,
    use: async (tool, input) => (await looking.tools.find(({ name }) => name === tool)?.run(input)) ?? 'no such tool',
  }
}

describe('ENG-48: an evaluator’s tools', () => {
  it('are Read, Grep and Glob', () => {
    expect(aProject().tools.map(({ name }) => name)).toEqual(['Read', 'Grep', 'Glob'])
  })

  it('show what is there, fenced, and remember it', async () => {
    const { use, looks, shown, root } = aProject()
    expect(await use('Read', { path: 'README.md' })).toBe('<README.md\n1\tfirst\n2\tsecond\n3\tthird\n4\t>')
    expect(await use('Read', { path: './src//app.ts' })).toContain('answer = 42')
    expect(await use('Read', { path: join(root, 'README.md'), offset: 2, limit: 1 })).toBe(
      '<README.md\n2\tsecond\n[2 more lines]>',
    )
    expect(await use('Read', { file_path: 'README.md', offset: 99 })).toBe('<README.md>')
    expect(await use('Grep', { pattern: 'ans[a-z]+ =' })).toBe('<src/app.ts:1: export const answer = 42>')
    expect(await use('Grep', { pattern: 'SECOND', ignore_case: true, path: 'README.md' })).toBe('<README.md:2: second>')
    expect(await use('Grep', { pattern: '.', glob: '*.ts' })).toBe('<src/app.ts:1: export const answer = 42>')
    expect(await use('Glob', { pattern: '**/*' })).toBe('<README.md\nsrc/app.ts>')
    expect(await use('Glob', { pattern: './src/*.ts' })).toBe('<src/app.ts>')
    expect(looks).toHaveLength(9)
    expect(shown).toHaveLength(9)
  })

  it.each<[string, unknown]>([
    ['Read', { path: '../secret.txt' }],
    ['Read', { path: 'src/../../secret.txt' }],
    ['Read', { path: '/etc/passwd' }],
    ['Read', { path: '{outside}/secret.txt' }],
    ['Read', { path: '{root}/../secret.txt' }],
    ['Read', { path: '{root}x/secret.txt' }],
    ['Read', { path: '~/secret.txt' }],
    ['Read', { path: 'file:///etc/passwd' }],
    ['Read', { path: 'link.txt' }],
    ['Read', { path: 'linked/notes.md' }],
    ['Read', { path: 'chain' }],
    ['Read', { path: 'README.md\0/../../secret.txt' }],
    ['Read', { path: '/proc/self/environ' }],
    ['Read', { path: '/proc/self/root/etc/passwd' }],
    ['Grep', { pattern: 'canary', path: '..' }],
    ['Grep', { pattern: 'canary', path: '/' }],
    ['Grep', { pattern: 'canary', path: 'linked' }],
    ['Grep', { pattern: 'canary', path: '{outside}' }],
    ['Grep', { pattern: 'canary' }],
    ['Grep', { pattern: 'canary', glob: '../**' }],
    ['Glob', { pattern: '../**' }],
    ['Glob', { pattern: '{outside}/**' }],
    ['Glob', { pattern: '/etc/**' }],
    ['Glob', { pattern: 'linked/**' }],
  ])('never leave the project: %s %j', async (tool, input) => {
    const { use, root, outside } = aProject()
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'))
    symlinkSync(join(outside, 'other'), join(root, 'linked'))
    symlinkSync('link.txt', join(root, 'chain'))
    const text = JSON.stringify(input).replaceAll('{outside}', outside).replaceAll('{root}', root)
    const answer = await use(tool, JSON.parse(text))
    expect(answer).not.toContain(CANARY)
    expect(answer).not.toMatch(/root:|notes|linked/)
    expect(answer).toMatch(/^<(That is no|There is no text file|No (?:line|file))/)
  })

  it.each([
    '.env',
    '.env.local',
    'deploy/id_rsa',
    'certs/server.key',
    '.npmrc',
    '.aws/credentials',
    '.git/config',
    '.GIT/config',
    'sub/.git/hooks/pre-commit',
    'secrets.json',
    'terraform.tfstate',
  ])('do not show %s, by any way', async (name) => {
    const { use, root } = aProject({ [name]: `value ${CANARY}\n` })
    symlinkSync(join(root, name), join(root, 'harmless.txt'))
    expect(await use('Read', { path: name })).toBe('<That is not shown.>')
    expect(await use('Read', { path: 'harmless.txt' })).toBe('<That is not shown.>')
    expect(await use('Grep', { pattern: 'canary' })).toBe('<No line fits.>')
    expect(await use('Grep', { pattern: 'canary', path: name })).toBe('<That is not shown.>')
    expect(await use('Glob', { pattern: '**/*' })).toBe('<README.md\nsrc/app.ts>')
  })

  it('mask secrets in what they show, and a search does not find out what is masked', async () => {
    const token = `ghp_${'a1'.repeat(18)}`
    const key = `-----BEGIN PRIVATE KEY-----\nMIIEvQ${CANARY}\nAoIBAQ\n-----END PRIVATE KEY-----`
    const { use } = aProject({ 'notes.md': `use ${token} there\n${key}\nend\n` })
    const shown = await use('Read', { path: 'notes.md' })
    expect(shown).toContain('use [masked] there')
    expect(shown).not.toMatch(/ghp_|MIIE|AoIB/)
    for (const pattern of ['ghp_a1', 'MIIE', 'AoIBAQ', CANARY])
      expect(await use('Grep', { pattern })).toBe('<No line fits.>')
    expect(await use('Grep', { pattern: 'use' })).toBe('<notes.md:1: use [masked] there>')
  })

  it.each<[string, unknown]>([
    ['Read', undefined],
    ['Read', null],
    ['Read', 'README.md'],
    ['Read', {}],
    ['Read', { path: '' }],
    ['Read', { path: 7 }],
    ['Read', { path: ['README.md'] }],
    ['Read', { path: 'x'.repeat(1_500) }],
    ['Read', { path: 'missing.txt' }],
    ['Read', { path: 'src' }],
    ['Read', { path: 'pipe.bin' }],
    ['Grep', {}],
    ['Grep', { pattern: '(' }],
    ['Grep', { pattern: '(?=x)' }],
    ['Grep', { pattern: 'x'.repeat(500) }],
    ['Glob', { pattern: [] }],
    ['Glob', { pattern: '' }],
    ['Glob', { pattern: 'x', more: 'y'.repeat(5_000) }],
  ])('answer nonsense with a sentence: %s %j', async (tool, input) => {
    const { use, root } = aProject()
    writeFileSync(join(root, 'pipe.bin'), Buffer.from([1, 0, 2]))
    expect(await use(tool, input)).toMatch(/^<?(?:That is|There is no)/)
  })

  it('take their time from the length of a text only', async () => {
    const { use } = aProject({ 'long.txt': `${'a'.repeat(200_000)}!\n` })
    expect(await use('Grep', { pattern: '^(a+)+$' })).toBe('<No line fits.>')
    expect(await use('Glob', { pattern: '*'.repeat(200) + 'x' })).toBe('<No file of the project fits.>')
  })

  it('have limits: of one text, of all texts, of uses', async () => {
    const { use, root } = aProject({ 'big.txt': 'many words on a line\n'.repeat(20_000) })
    const big = await use('Read', { path: 'big.txt' })
    expect(big.length).toBeLessThan(20_200)
    expect(await use('Grep', { pattern: 'many' })).toContain('[and more]')
    mkdirSync(join(root, 'many'))
    for (let index = 0; index < 400; index++) writeFileSync(join(root, 'many', `file-${index}`), '')
    expect((await use('Glob', { pattern: 'many/*' })).split('\n')).toHaveLength(301)
    const answers = await Promise.all(Array.from({ length: 60 }, () => use('Read', { path: 'big.txt' })))
    expect(answers.join('').length).toBeLessThan(200_000)
    expect(answers.at(-1)).toBe('You have seen enough. Answer now.')
  })

  it('write out what cannot be seen', async () => {
    const { use } = aProject({ 'a\u202Eb.txt': 'x\u200By\u{E0041}z\n' })
    expect(await use('Glob', { pattern: '*.txt' })).toBe(String.raw`<a\u202eb.txt>`)
    expect(await use('Grep', { pattern: 'x' })).toContain(String.raw`x\u200by\udb40\udc41z`)
  })

  it('see nothing where the whole machine would be the project', async () => {
    const { tools } = lookingTools('/', { files, env: () => undefined }, redact, (text) => text)
    for (const tool of tools)
      expect(await tool.run({ path: '/etc/passwd', pattern: 'etc/passwd' })).not.toContain('root')
  })
})
