import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENT_ACTIONS, KNOWN_AGENTS } from '../../../../packs/src/agents/agent-actions.ts'
import { temporaryDirectory, temporaryRepository, type TemporaryProject } from '../../../../testing/src/repository.ts'
import { install, uninstall, type Extras, type Target } from '../install.ts'
import { wrapperLine } from '../wrappers.ts'
import { frontmatterOf } from './frontmatter.ts'
import { agentHooksOf } from './read.ts'

interface Site {
  readonly project: TemporaryProject
  readonly target: Target
  init(extras?: Extras): ReturnType<typeof install>
  read(path: string): string
}

const program = { scope: 'project', node: '/usr/bin/node', bin: '/opt/holdpoint.cjs' } as const
const MOAI = { wrappers: { namespace: 'moai', all: false }, agents: true }

async function withSite(files: Readonly<Record<string, string>>, work: (site: Site) => Promise<void>): Promise<void> {
  const project = temporaryRepository()
  const state = temporaryDirectory()
  try {
    const target: Target = { scope: 'project', root: project.path, env: { HOME: state.path } }
    project.write(files)
    await work({
      project,
      target,
      init: (extras = { agents: true }) => install(target, program, ['recommended'], extras),
      read: (path) => readFileSync(join(project.path, path), 'utf8'),
    })
  } finally {
    project.dispose()
    state.dispose()
  }
}

const agentPage = (name: string, more = ''): string => `---\nname: ${name}\n${more}---\nBody of ${name}.\n`
const pathOf = (name: string): string => `.claude/agents/moai/${name}.md`
const TEN = Object.fromEntries(KNOWN_AGENTS.map((name) => [pathOf(name), agentPage(name)]))
const hooksIn = (text: string) => {
  const found = frontmatterOf(text)
  return typeof found === 'object' ? agentHooksOf(found.document) : []
}

const FLOW = `---
name: manager-spec
hooks: { Stop: [{ hooks: [{ command: say done }] }], SubagentStop: [{ hooks: [{ type: command, command: ${JSON.stringify(`${wrapperLine('moai', 'handle-agent-hook.sh')} spec-completion`)} }] }] }
---
`

describe('init --agents', () => {
  it('AGT-19 AGT-20 gives each of the ten known agents exactly its documented hooks', () =>
    withSite({ ...TEN, '.claude/agents/other.md': agentPage('other') }, async ({ init, read }) => {
      const { changes } = await init(MOAI)
      expect(changes.filter(({ file }) => file.endsWith('.md')).map(({ did }) => did)).toEqual(
        Array(10).fill('changed'),
      )
      const hooks = KNOWN_AGENTS.flatMap((name) => hooksIn(read(pathOf(name))))
      expect(hooks).toEqual(
        AGENT_ACTIONS.map(({ action, event, matcher, timeoutS }) => ({
          event,
          ...(matcher !== undefined && { matcher }),
          command: `${wrapperLine('moai', 'handle-agent-hook.sh')} ${action}`,
          timeout: timeoutS,
        })),
      )
      expect(read('.claude/agents/other.md')).toBe(agentPage('other'))
    }))

  it('T-AGT-29 a second run changes nothing; uninstall gives every byte back, and no script stays', () =>
    withSite(TEN, async ({ init, read, target }) => {
      await init(MOAI)
      const { changes } = await init(MOAI)
      expect([...new Set(changes.map(({ did }) => did))]).toEqual(['unchanged'])
      uninstall(target)
      for (const [path, text] of Object.entries(TEN)) expect(read(path)).toBe(text)
      expect(existsSync(join(target.root, '.claude/hooks'))).toBe(false)
    }))

  it('without a namespace the agents get a wrapper of our own name, and the settings keep the usual line', () =>
    withSite({ [pathOf('manager-spec')]: agentPage('manager-spec') }, async ({ init, read }) => {
      await init()
      expect(read(pathOf('manager-spec'))).toContain('/.claude/hooks/holdpoint/handle-agent-hook.sh')
      expect(read('.claude/settings.json')).toContain('hook PreToolUse --from project')
      expect(read('.claude/settings.json')).not.toContain('handle-')
    }))

  it('the name in the file counts, not the name of the file', () =>
    withSite(
      { '.claude/agents/a.md': agentPage('manager-spec'), '.claude/agents/manager-docs.md': agentPage('b') },
      async ({ init, read }) => {
        await init()
        expect(read('.claude/agents/a.md')).toContain('spec-completion')
        expect(read('.claude/agents/manager-docs.md')).toBe(agentPage('b'))
      },
    ))

  it('hooks of others stay when ours are removed', () => {
    const unowned = 'hooks:\n  SubagentStop:\n    hooks: # mine\n      - { type: command, command: say done }\n'
    const text = agentPage('manager-spec', unowned)
    return withSite({ [pathOf('manager-spec')]: text }, async ({ init, read, target }) => {
      await init()
      expect(hooksIn(read(pathOf('manager-spec'))).map(({ command }) => command)).toEqual([
        'say done',
        expect.stringContaining('spec-completion'),
      ])
      uninstall(target)
      expect(read(pathOf('manager-spec'))).toBe(text)
    })
  })

  it('a file edited since loses our hooks and nothing else', () =>
    withSite(TEN, async ({ init, read, target }) => {
      await init()
      const path = join(target.root, pathOf('manager-tdd'))
      writeFileSync(path, read(pathOf('manager-tdd')).replace('Body', 'New body'))
      uninstall(target)
      expect(read(pathOf('manager-tdd'))).toBe(agentPage('manager-tdd').replace('Body', 'New body'))
    }))

  it.each<[string, (file: string, text: string) => void]>([
    ['is read-only', (file) => chmodSync(file, 0o444)],
    ['was rewritten in one line, with another hook', (file) => writeFileSync(file, FLOW)],
  ])('a file that %s is named, and does not stop the others', (_, make) =>
    withSite(TEN, async ({ init, read, target }) => {
      await init(MOAI)
      const file = join(target.root, pathOf('manager-spec'))
      make(file, read(pathOf('manager-spec')))
      const changes = uninstall(target)
      expect(changes.filter(({ did }) => did === 'left')).toEqual([{ file, did: 'left' }])
      expect(read(pathOf('manager-tdd'))).toBe(agentPage('manager-tdd'))
      expect(existsSync(join(target.root, '.claude/hooks'))).toBe(false)
    }),
  )

  it('another namespace takes the agents along, and the old wrappers go', () =>
    withSite(TEN, async ({ init, read, target }) => {
      await init(MOAI)
      await init({ wrappers: { namespace: 'team', all: false } })
      expect(read(pathOf('manager-tdd'))).toContain('/hooks/team/handle-agent-hook.sh')
      expect(read(pathOf('manager-tdd'))).not.toContain('moai')
      expect(read('.claude/settings.json')).not.toContain('moai')
      expect(existsSync(join(target.root, '.claude/hooks/moai'))).toBe(false)
      uninstall(target)
      for (const [path, text] of Object.entries(TEN)) expect(read(path)).toBe(text)
    }))

  it('G-31 the block as the document prints it is taken for ours, and left as it is', () => {
    const line = JSON.stringify(`${wrapperLine('moai', 'handle-agent-hook.sh')} spec-completion`)
    const text = agentPage(
      'manager-spec',
      `hooks:\n  SubagentStop:\n    hooks:\n      - type: command\n        command: ${line}\n        timeout: 10\n`,
    )
    return withSite({ [pathOf('manager-spec')]: text }, async ({ init, read }) => {
      const { changes } = await init(MOAI)
      expect(changes.find(({ file }) => file.endsWith('.md'))?.did).toBe('unchanged')
      expect(read(pathOf('manager-spec'))).toBe(text)
    })
  })

  it('in a clone of an installed project, uninstall removes everything', () =>
    withSite(TEN, async (site) => {
      await site.init(MOAI)
      const elsewhere: Target = { ...site.target, env: { HOME: join(site.target.root, 'home2') } }
      await install(elsewhere, { ...program, bin: '/other/holdpoint.cjs' }, ['recommended'], MOAI)
      uninstall(elsewhere)
      for (const [path, text] of Object.entries(TEN)) expect(site.read(path)).toBe(text)
      expect(existsSync(join(site.target.root, '.claude/hooks'))).toBe(false)
    }))

  it('reports that there is no agent to give hooks to', () =>
    withSite({}, async ({ init }) => {
      expect((await init()).notes).toEqual([expect.stringContaining('none of the known agents: manager-ddd')])
    }))
})

describe('files that are left alone, and why', () => {
  const page = agentPage('manager-spec')
  it.each<[string, (file: string, outside: string) => void, RegExp]>([
    [
      'a link that leads outside',
      (file, outside) => (writeFileSync(join(outside, 'x.md'), page), symlinkSync(join(outside, 'x.md'), file)),
      /leads outside/,
    ],
    ['a link that leads nowhere', (file, outside) => symlinkSync(join(outside, 'none.md'), file), /leads outside/],
    ['bytes', (file) => writeFileSync(file, Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe])), /is not text in UTF-8/],
    ['a NUL', (file) => writeFileSync(file, `${page}\0`), /is not text in UTF-8/],
    ['a directory', (file) => mkdirSync(file), /is not a file/],
    ['far too large', (file) => writeFileSync(file, page + 'x'.repeat(5 << 20)), /larger than 4 MB/],
    ['read-only', (file) => (writeFileSync(file, page), chmodSync(file, 0o444)), /is read-only/],
    ['tabs', (file) => writeFileSync(file, '---\nname: manager-spec\nhooks:\n\tStop: x\n---\n'), /cannot add to/],
    ['no end', (file) => writeFileSync(file, '---\nname: manager-spec\n'), /cannot add to/],
    ['no frontmatter', (file) => writeFileSync(file, 'Just text.\n'), /cannot add to/],
  ])('%s', (_, make, reason) =>
    withSite({}, async ({ target, init }) => {
      const outside = temporaryDirectory()
      try {
        const file = join(target.root, '.claude/agents/manager-spec.md')
        mkdirSync(dirname(file), { recursive: true })
        make(file, outside.path)
        const before = lstatSync(file)
        const { notes, changes } = await init()
        expect(notes).toEqual([expect.stringMatching(reason)])
        expect(changes.some((change) => change.file === file)).toBe(false)
        expect(lstatSync(file).mtimeMs).toBe(before.mtimeMs)
      } finally {
        outside.dispose()
      }
    }),
  )

  it.each(['.claude/agents', '.claude/agents/team'])('a folder %s that leads outside', (folder) =>
    withSite({}, async ({ target, init }) => {
      const outside = temporaryDirectory()
      try {
        outside.write({ 'manager-spec.md': page })
        mkdirSync(dirname(join(target.root, folder)), { recursive: true })
        symlinkSync(outside.path, join(target.root, folder))
        expect((await init()).notes).toEqual([expect.stringMatching(/manager-spec\.md leads outside/)])
        expect(readFileSync(join(outside.path, 'manager-spec.md'), 'utf8')).toBe(page)
      } finally {
        outside.dispose()
      }
    }),
  )

  it('a file of 1 MB, one reached by two links, and folders that turn in a circle are no trouble', () =>
    withSite({ [pathOf('manager-spec')]: page + 'x'.repeat(1 << 20) }, async ({ target, init, read }) => {
      symlinkSync(join(target.root, pathOf('manager-spec')), join(target.root, '.claude/agents/again.md'))
      symlinkSync(join(target.root, '.claude/agents'), join(target.root, '.claude/agents/loop'))
      const { changes, notes } = await init()
      expect(notes).toEqual([])
      expect(changes.filter(({ file }) => file.endsWith('.md'))).toHaveLength(1)
      expect(read(pathOf('manager-spec')).match(/spec-completion/g)).toHaveLength(1)
    }))
})
