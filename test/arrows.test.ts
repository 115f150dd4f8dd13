import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../src/testing/repository.ts'

const root = join(import.meta.dirname, '..')

const importing = (from: string): string => `import { thing } from '${from}'\n\nexport const used = thing\n`

const refused = [
  ['src/core/event.ts', '../engine/handle.ts', 'core imports nothing but core.'],
  ['src/core/event.ts', 'node:fs', 'core imports nothing but core.'],
  ['src/hooks/guard/x/x.ts', 'node:fs', 'the world reaches it through `services`'],
  ['src/hooks/guard/x/x.ts', '../../../engine/run.ts', 'the world reaches it through `services`'],
  ['src/hooks/guard/x/x.ts', '../../quality/lint/lint.ts', 'the world reaches it through `services`'],
  ['src/hosts/codex/codex.ts', 'node:fs', 'A host is a pure translation'],
  ['src/hosts/codex/codex.ts', '../../engine/merge.ts', 'A host is a pure translation'],
  ['src/engine/merge.ts', 'node:fs', 'The engine is pure'],
  ['src/engine/merge.ts', '../app/compose.ts', 'The engine is pure'],
  ['src/config/parse.ts', '../engine/handle.ts', 'This layer is below the engine'],
  ['src/state/area.ts', '../app/compose.ts', 'This layer is below the engine'],
  ['src/registry/registry.ts', '../engine/handle.ts', 'The registry knows core and hooks only'],
  ['src/app/compose.ts', '../cli/main.ts', 'app is used by cli and daemon'],
  ['src/app/hook-entry.ts', '../daemon/daemon.ts', 'app is used by cli and daemon'],
  ['src/link/attach.ts', '../app/compose.ts', 'This layer is below the engine'],
  ['src/link/attach.ts', '../daemon/daemon.ts', 'This layer is below the engine'],
  ['src/engine/merge.ts', '../link/ask.ts', 'The engine is pure'],
  ['src/hooks/guard/x/x.ts', '../../../link/ask.ts', 'the world reaches it through `services`'],
  ['src/daemon/judge.ts', '../cli/main.ts', 'The daemon stands beside the command line'],
  ['src/app/compose.ts', '../replay/replay.ts', 'app is used by cli and daemon'],
  ['src/audit/report.ts', '../replay/replay.ts', 'This layer is below the engine'],
  ['src/replay/judge.ts', '../cli/replay.ts', 'replay stands on app'],
  ['src/rules/match.ts', 'node:fs', 'Rules are data and matching'],
  ['src/rules/match.ts', '../files/read.ts', 'Rules are data and matching'],
  ['src/own/load.ts', '../engine/handle.ts', 'Own hooks are below the engine'],
  ['src/own/command/hook.ts', '../../app/compose.ts', 'Own hooks are below the engine'],
  ['src/policy-tests/run.ts', '../cli/test.ts', 'policy-tests stands on app'],
  ['src/audit/report.ts', '../look/story.ts', 'This layer is below the engine'],
  ['src/app/compose.ts', '../look/story.ts', 'app is used by cli and daemon'],
  ['src/look/story.ts', '../cli/why.ts', 'it knows neither'],
  ['src/look/story.ts', '../dashboard/serve.ts', 'it knows neither'],
  ['src/dashboard/serve.ts', '../cli/why.ts', 'The dashboard stands beside the command line'],
  ['src/dashboard/api.ts', '../audit/report.ts', 'they import nothing else'],
  ['src/dashboard/api/hooks.ts', '../hooks.ts', 'they import nothing else'],
  ['src/daemon/judge.ts', '../dashboard/serve.ts', 'The daemon stands beside the command line'],
] as const

const allowed = [
  ['src/core/event.ts', './verdict.ts'],
  ['src/hooks/guard/x/x.ts', '../../../core/hook.ts'],
  ['src/hooks/guard/x/x.ts', '../protocol.ts'],
  ['src/hooks/guard/x/x.ts', 'valibot'],
  ['src/hosts/codex/codex.ts', '../../core/host.ts'],
  ['src/engine/merge.ts', '../config/settings.ts'],
  ['src/app/compose.ts', '../engine/handle.ts'],
  ['src/replay/judge.ts', '../engine/handle.ts'],
  ['src/cli/replay.ts', '../replay/replay.ts'],
  ['src/look/story.ts', '../replay/judge.ts'],
  ['src/dashboard/story.ts', '../look/story.ts'],
  ['src/dashboard/api/hooks.ts', './common.ts'],
  ['src/dashboard/entry.ts', '../daemon/secret.ts'],
  ['src/cli/dashboard.ts', '../dashboard/serve.ts'],
] as const

/** What the linter says to each import, at a place of our choosing, with the project's own rules; it is started once. */
function findings(): ReadonlyMap<string, string> {
  const project = temporaryDirectory()
  try {
    const folders = [...refused, ...allowed].map(([path, from], index) => {
      project.write({ [`${index}/${path}`]: importing(from) })
      copyFileSync(join(root, '.oxlintrc.json'), join(project.path, `${index}/.oxlintrc.json`))
      return { key: `${path} ${from}`, file: `${index}/${path}` }
    })
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', '.'], {
      cwd: project.path,
      encoding: 'utf8',
    })
    const { diagnostics, number_of_files: count } = JSON.parse(stdout) as Findings
    expect(count).toBe(folders.length)
    return new Map(
      folders.map(({ key, file }) => {
        const said = diagnostics.filter(({ filename }) => filename === file)
        return [key, said.map(({ code, message, help }) => `${code} ${message} ${help}`).join('\n')]
      }),
    )
  } finally {
    project.dispose()
  }
}

interface Findings {
  readonly number_of_files: number
  readonly diagnostics: readonly Readonly<Record<'filename' | 'code' | 'message' | 'help', string>>[]
}

describe('the import arrows', () => {
  let said: ReadonlyMap<string, string>
  beforeAll(() => {
    said = findings()
  })

  it.each(refused)('%s may not import %s', (path, from, answer) => {
    expect(said.get(`${path} ${from}`)).toContain(answer)
  })

  it.each(allowed)('%s may import %s', (path, from) => {
    expect(said.get(`${path} ${from}`)).not.toContain('no-restricted-imports')
  })
})
