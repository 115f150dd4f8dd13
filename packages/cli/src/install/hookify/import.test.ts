import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { readUserFile } from '../file.ts'
import { hookifyFiles, planImport, writeImported } from './import.ts'
import type { JsonObject } from '@holdpoint/engine'

const file = (front: string, body = 'Mind that.'): string => `---\n${front}\n---\n\n${body}\n`

describe('the files', () => {
  const RULE = 'name: no-rm\nevent: bash\naction: block\npattern: rm\\s+-rf'

  it('are found where the plugin looks for them, and become rules in a configuration that keeps its comments', () => {
    const { path: root, write: put } = aDirectory()
    put({
      '.claude/hookify.no-rm.local.md': file(RULE, 'Do not.'),
      '.claude/hookify.tests.local.md': file(
        'name: tests\nevent: stop\nconditions:\n  - field: transcript\n    operator: not_contains\n    pattern: test',
      ),
      '.claude/hookify.empty.local.md': 'no front matter',
      '.claude/hookify.md': file(RULE),
      '.claude/other.local.md': file(RULE),
      'holdpoint.yml':
        '# Ours.\npresets: [recommended] # for now\nrules:\n  mine: # stays\n    when: { runs: yarn }\n    then: deny\n',
    })
    const config = join(root, 'holdpoint.yml')
    const files = hookifyFiles(root)
    expect(files.map((name) => name.slice(root.length))).toEqual([
      '/.claude/hookify.empty.local.md',
      '/.claude/hookify.no-rm.local.md',
      '/.claude/hookify.tests.local.md',
    ])
    expect(hookifyFiles(join(root, '.claude'))).toEqual(files)
    const plan = planImport(files, readUserFile(config))
    expect(plan.files.map(({ added, why }) => why ?? added.join())).toEqual([
      'it has no front matter',
      'no-rm',
      expect.stringContaining('transcript'),
    ])
    const env = { HOME: root }
    expect(writeImported(config, plan, env).did).toBe('changed')
    const text = readUserFile(config) ?? ''
    for (const kept of ['# Ours.', '# for now', '# stays']) expect(text).toContain(kept)
    expect((parse(text) as { rules: JsonObject }).rules).toEqual({
      mine: { when: { runs: 'yarn' }, then: 'deny' },
      'no-rm': { when: { command: { matches: 'rm\\s+-rf', flags: 'i' } }, then: 'deny', message: 'Do not.' },
    })
    const again = planImport(files, text)
    expect(again.files[1]).toMatchObject({ added: [], known: ['no-rm'] })
    expect(writeImported(config, again, env).did).toBe('unchanged')
  })

  it('a rule of the same name that says something else stays', () => {
    const { path: root, write: put } = aDirectory()
    put({ 'hookify.no-rm.local.md': file(RULE) })
    const { files, rules } = planImport(hookifyFiles(root), 'rules:\n  no-rm:\n    when: { runs: rm }\n    then: ask\n')
    expect(rules).toEqual([])
    expect(files[0]?.why).toContain('another rule `no-rm`')
  })

  it('reports what cannot be read', () => {
    const { path: root, write: put } = aDirectory()
    put({ 'hookify.big.local.md': file(RULE, 'x'.repeat(300_000)), 'hookify.dir.local.md/x': '' })
    symlinkSync('/nowhere', join(root, 'hookify.link.local.md'))
    const { files, rules } = planImport(hookifyFiles(root), undefined)
    expect(rules).toEqual([])
    expect(files.map(({ why }) => why !== undefined)).toEqual([true, true, true])
    expect(() => hookifyFiles(join(root, 'nowhere'))).toThrow('is not a directory')
  })

  it('a configuration with mistakes is not written', () => {
    const { path: root, write: put } = aDirectory()
    put({ 'hookify.no-rm.local.md': file(RULE), 'holdpoint.yml': 'hooks: maybe\n' })
    const config = join(root, 'holdpoint.yml')
    const plan = planImport(hookifyFiles(root), readUserFile(config))
    expect(() => writeImported(config, plan, { HOME: root })).toThrow(/hooks/)
    expect(readUserFile(config)).toBe('hooks: maybe\n')
  })
})
