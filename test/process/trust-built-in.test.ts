import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandFor } from '../../packages/cli/src/install/command-line.ts'
import { anOwnProject, leftIn, noticeOf, type OwnProject } from './support/own-project.ts'

/** A project whose files switch on what runs its own linter. */
function aProject(config = 'presets: []\nhooks: { quality/lint: on }\n'): OwnProject {
  const project = anOwnProject(
    {
      'package.json': '{"devDependencies":{"eslint":"9"}}',
      'eslint.config.js': 'export default []',
      'node_modules/.bin/eslint': '#!/bin/sh\necho ran >> ran\n',
      'src/a.js': 'let a = 1\n',
    },
    config,
  )
  project.env['PATH'] = process.env['PATH'] ?? ''
  chmodSync(join(project.project, 'node_modules/.bin/eslint'), 0o755)
  return project
}

const written = async (project: OwnProject, words: readonly string[], session = 's1'): Promise<string> => {
  const file_path = join(project.project, 'src/a.js')
  const input = {
    session_id: session,
    tool_name: 'Write',
    tool_input: { file_path, content: 'let a = 1\n' },
    tool_response: {},
  }
  return noticeOf(await project.hook(['PostToolUse', ...words], input))
}
const hasRun = (project: OwnProject): boolean => leftIn(project, 'ran') !== undefined

function userConfig(project: OwnProject, text: string): void {
  mkdirSync(join(project.home, '.config/holdpoint'), { recursive: true })
  writeFileSync(join(project.home, '.config/holdpoint/holdpoint.yml'), text)
}

/** As `holdpoint init --scope user` would, with a line for a shell or without. */
function installForAll(project: OwnProject, client: 'shell' | 'bash' = 'shell'): void {
  const program = { scope: 'user', node: '/usr/bin/node', bin: '/opt/holdpoint.cjs', client } as const
  mkdirSync(join(project.home, '.claude'), { recursive: true })
  const hooks = { PostToolUse: [{ hooks: [{ type: 'command', ...commandFor('PostToolUse', program) }] }] }
  writeFileSync(join(project.home, '.claude/settings.json'), JSON.stringify({ hooks }))
}

describe('a built-in hook that runs the project’s programs', () => {
  it.each([[['--from', 'user']], [['--from', 'plugin']]])(
    'stays off for an install for all projects: %j',
    async (words) => {
      const project = aProject()
      expect(await written(project, words)).toMatch(/switch on quality\/lint.*holdpoint trust/)
      expect(await written(project, words)).toBe('')
      expect(hasRun(project)).toBe(false)
    },
  )

  it.each([[[]], [['--from', 'project']], [['--from', 'local']]])(
    'works for an install in the project: %j',
    async (words) => {
      const project = aProject()
      expect(await written(project, words)).toBe('')
      expect(hasRun(project)).toBe(true)
    },
  )

  it.each(['shell', 'bash'] as const)(
    'works once the project’s files are trusted, as they are (%s)',
    async (client) => {
      const project = aProject()
      installForAll(project, client)
      expect((await project.user('trust', '--list')).stdout).toMatch(
        /project\/hooks {2}built-in hooks.*not trusted\n {2}quality\/lint/,
      )
      await project.trusted()
      expect(await written(project, ['--from', 'user'])).toBe('')
      expect(hasRun(project)).toBe(true)
      project.write({ 'holdpoint.yml': 'presets: []\nhooks: { quality/lint: on, quality/test-runner: on }\n' })
      expect(await written(project, ['--from', 'user'], 's2')).toMatch(/switch on quality\/lint, quality\/test-runner/)
    },
  )

  it('works when the user has switched it on', async () => {
    const project = aProject('hooks: { quality/lint: on }\n')
    userConfig(project, 'hooks: { quality/lint: on }\n')
    expect(await written(project, ['--from', 'user'])).toBe('')
    expect(hasRun(project)).toBe(true)
  })

  it('stays off when only a variable switches it on, which a repository can set', async () => {
    const project = aProject('presets: []\n')
    project.env['HOLDPOINT_ON'] = 'quality/lint'
    expect(await written(project, ['--from', 'user'])).toMatch(/switch on quality\/lint/)
    expect(hasRun(project)).toBe(false)
  })

  it('stays off when a preset of the project’s brings it', async () => {
    const project = aProject('presets: [harness]\n')
    expect(await written(project, ['--from', 'user'])).toMatch(
      /guard\/llm-review \(level: off -> on\)[^]*switch on quality\/lint, quality\/test-runner/,
    )
    expect(hasRun(project)).toBe(false)
  })
})
