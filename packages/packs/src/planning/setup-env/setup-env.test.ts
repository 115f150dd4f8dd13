import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { F, inPhase } from '../../../../../test/process/support/plan-files.ts'
import { sessionStart } from '../../../../testing/src/events.ts'
import { playCase } from '../../../../testing/src/play-case.ts'
import { temporaryDirectory } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './setup-env.ts'

const git = {}
const start = sessionStart()
const planned = { ...inPhase('RESEARCH'), [`${F}/spec.md`]: '# Spec\n' }

testHook(hook, {
  context: [
    {
      name: 'a plan in its second phase',
      covers: ['T-PLN-94', 'PLN-H13-02', 'PLN-H13-03', 'PLN-H13-06'],
      event: start,
      git,
      files: planned,
      tells: [
        /^Planning environment detected: branch=feature\/demo, feature_dir=\{project\}\/specs\/demo, state=true, phase=RESEARCH, spec=true, constitution=false$/,
      ],
    },
    {
      name: 'no git',
      covers: ['T-PLN-95', 'PLN-H13-07', 'PLN-FM-25'],
      event: start,
      tells: [
        'Planning environment detected: branch=unknown, feature_dir=none, state=false, phase=none, spec=false, constitution=false',
      ],
    },
    {
      name: 'another branch',
      event: start,
      git: { branch: 'main' },
      files: { 'specs/constitution.md': 'x' },
      tells: ['branch=main, feature_dir=none', 'constitution=true'],
    },
    {
      name: 'a branch with slashes',
      event: start,
      git: { branch: 'feature/a/b' },
      tells: [/feature_dir=\{project\}\/specs\/a\/b, /],
    },
    {
      name: 'the directory of the environment',
      event: start,
      git: { branch: 'main' },
      env: { PLANNING_FEATURE_DIR: 'plans/x' },
      tells: [/feature_dir=\{project\}\/plans\/x, /],
    },
    {
      name: 'a detached head',
      event: start,
      git,
      prepare: (project) => project.git('switch', '--quiet', '--detach'),
      tells: ['branch=HEAD, feature_dir=none'],
    },
    {
      name: 'a branch that would lead elsewhere',
      event: start,
      git,
      prepare: (project) => project.write({ '.git/HEAD': 'ref: refs/heads/feature/../../../etc\n' }),
      tells: ['feature_dir=none'],
    },
    { name: 'a resumed session', event: sessionStart('resume'), git, files: planned, tells: ['phase=RESEARCH'] },
  ],
  notice: [
    {
      name: 'a configuration that is no YAML',
      event: start,
      git: { branch: 'main' },
      files: { 'config/planning-config.yaml': 'feature_flags: [\n' },
      id: 'config',
      says: /planning-config\.yaml has a mistake: line 2: .* Unreadable values have their defaults/,
    },
  ],
})

describe('the file that the host reads into every shell', () => {
  const exported = async (branch: string): Promise<string> => {
    const { path, dispose } = temporaryDirectory()
    try {
      const file = join(path, 'env.sh')
      await playCase(hook, { event: start, git: { branch }, env: { CLAUDE_ENV_FILE: file } })
      return readFileSync(file, 'utf8')
    } finally {
      dispose()
    }
  }

  it('PLN-H13-04: holds seven variables', async () => {
    const names = (await exported('feature/demo')).match(/^export \w+/gm)
    expect(names).toEqual(
      [
        'BRANCH',
        'FEATURE_DIR',
        'SPEC_EXISTS',
        'CONSTITUTION_EXISTS',
        'STATE_EXISTS',
        'CURRENT_PHASE',
        'CURRENT_MODE',
      ].map((name) => `export PLANNING_${name}`),
    )
  })

  it('G-61: quotes every value', async () => {
    const text = await exported("feature/it's$(id);`id`&&b")
    expect(text).toContain(String.raw`export PLANNING_BRANCH='feature/it'\''s$(id);` + "`id`&&b'\n")
    expect(text).toContain("export PLANNING_SPEC_EXISTS='false'\n")
  })
})
