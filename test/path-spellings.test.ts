import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeCall } from '../packages/testing/src/judge-command.ts'

/** Spellings of protected, secret and catastrophic names. HOME is /home/test; the project does not exist. */

const P = '/workspace/project'
const bash = (command: string): readonly [string, object] => ['Bash', { command }]
const write = (path: string): readonly [string, object] => ['Write', { file_path: path, content: '{}' }]
const edit = (path: string): readonly [string, object] => [
  'Edit',
  { file_path: path, old_string: 'a', new_string: 'b' },
]
const read = (path: string): readonly [string, object] => ['Read', { file_path: path }]

const DENIED: readonly (readonly [string, object])[] = [
  // Blanks that a host trims, and what has no width.
  write(`${P}/.claude/settings.json `),
  write(` ${P}/.claude/settings.json`),
  write(`${P}/.claude/settings.json\n`),
  write(`\t${P}/.claude/settings.json\u00A0`),
  write(`${P}/.claude/settings.json\u3000`),
  write(`\uFEFF${P}/.claude/settings.json`),
  write(`${P}/.claude/settings.json\0`),
  write(`${P}/.claude/set\u200Btings.json`),
  write(`${P}/.cl\u200Caude/settings.json`),
  edit(`${P}/holdpoint.yml `),
  ['MultiEdit', { file_path: `${P}/.claude/settings.json `, edits: [] }],
  ['NotebookEdit', { notebook_path: `${P}/.claude/settings.json `, new_source: '' }],
  read(`${P}/.env `),
  read(' ~/.ssh/id_rsa'.trimStart().replace('~', ' /home/test')),
  read('/home/test/.aws/credentials\u2003'),
  read(`${P}/.env\u200B`),
  // Dots, slashes and steps.
  write(`${P}/.claude/settings.json.`),
  write(`${P}/.claude./settings.json`),
  write(`${P}//.claude/./settings.json/`),
  write('./.claude/settings.json'),
  write('.claude//settings.json'),
  write(`${P}/src/../.claude/settings.json`),
  // Case of other alphabets.
  write(`${P}/.claude/\u017Fettings.json`),
  write(`${P}/.Claude/SETTINGS.json`),
  write(`${P}/HoldPoint.YML`),
  edit(`/home/test/.claude/\u017Fetting\u017F.json`),
  read('/home/test/.AW\u017F/credentials'),
  read('/home/test/.\u017F\u017Fh/id_rsa'),
  read(`${P}/.ENV`),
  read('/home/test/.\u212Aube/config'),
  bash('cat ~/.AW\u017F/credentials'),
  bash('cat ~/.\u017Fsh/id_ed25519'),
  bash('cat .Env'),
  bash(`echo {} > .claude/\u017Fettings.json`),
  bash(`rm .CLAUDE/SETTING\u017F.JSON`),
  bash(`echo {} > '.claude/settings.json '`),
  bash('tee HOLDPOINT.YML < x'),
  // Names of the system and of the repository.
  bash('rm -rf .GIT'),
  bash('rm -rf .Git'),
  bash('rm -rf /workspace/project/.gIt'),
  bash('chmod -R 777 /USERS'),
  bash('chmod -R 777 /Etc'),
  bash('rm -rf /ETC'),
  bash('rm -rf /system'),
  bash('rm -rf /applications'),
  bash('rm -rf /LIBRARY'),
  bash('rm -rf /u\u017Fr'),
  bash('rm -rf /HOME'),
  bash('rm -rf /Home/Test'),
  bash('rm -rf /WORKSPACE/Project'),
  bash('rm -rf /users/*'),
  bash('echo x >> /ETC/PASSWD'),
  bash('echo x > /Etc/sudoers'),
]

const ASKED: readonly (readonly [string, object])[] = [
  bash('echo x > /ETC/hosts'),
  bash('echo x >> ~/.BASHRC'),
  write('/home/test/.Zshrc'),
  bash('cp hook .GIT/hooks/pre-commit'),
  bash('echo x > .Git/config'),
]

const SILENT: readonly (readonly [string, object])[] = [
  write(`${P}/src/Settings.json`),
  write(`${P}/src/Größe.ts`),
  write(`${P}/docs/naïve.md`),
  write(`${P}/docs/日本語.md`),
  read(`${P}/docs/ſtraße.txt`),
  read(`${P}/src/environment.ts`),
  write(`${P}/My Notes/a b.md`),
  bash('rm -rf Build Dist'),
  bash('rm -rf ./GitHub'),
  bash('cat README.md '),
  bash('ls /Users'),
]

const labelled = (rows: readonly (readonly [string, object])[]) =>
  rows.map(([tool, input]) => ({ label: `${tool} ${JSON.stringify(input)}`, tool, input: { ...input } }))

describe.each([
  ['denied', DENIED, ['deny']],
  ['asked about', ASKED, ['ask', 'deny']],
  ['silent', SILENT, ['pass']],
] as const)('%s', (_, rows, allowed) => {
  it.each(labelled(rows))('$label', async ({ tool, input }) => {
    const { decision, hook, reason } = await judgeCall(tool, input)
    expect(allowed, `${hook} ${reason}`).toContain(decision)
  })
})

it('no guard compares paths by lower case alone', () => {
  const folder = join(import.meta.dirname, '../packages')
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        /^(?:packs\/src\/(?:guard|shared)|shell\/src|engine\/src|runtime\/src\/custom|cli\/src\/policy-tests)\/.*\.ts$/.test(
          name,
        ) && !name.endsWith('/fold.ts'),
    )
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => /(?:path|place|home|directory|file|tree|bin)\w*['"`)]*\??\.toLowerCase\(\)/i.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
