import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { namesOf } from '../packages/shell/src/programs/families.ts'
import { ROLE_NAMES, USAGE_NAMES, VENDOR_NAMES } from '../packages/shell/src/programs/names.generated.ts'
import { entryOf, roleNames } from '../packages/shell/src/programs/programs.ts'
import { harmOf, usagesOf } from '../packages/shell/src/read-only/described.ts'
import { READ_ONLY_USAGES } from '../packages/shell/src/read-only/families.ts'
import { VENDORS } from '../packages/shell/src/vendors/vendors.ts'
import { TABLE } from '../packages/shell/src/programs/table/table.ts'
import type { Roles } from '../packages/shell/src/programs/roles.ts'
import { judgeCommand } from '../packages/testing/src/judge-command.ts'

interface Row {
  readonly program: string
  readonly command: string
  readonly expected: 'block' | 'allow'
}

const FOLDER = join(import.meta.dirname, 'corpus', 'programs')

/** For each program of the table, a call that does harm through it and one that does not. */
const rows = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').split('\n'))
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row)

describe.each(['block', 'allow'] as const)('programs: calls that the guard should %s', (expected) => {
  it.each(rows.filter((row) => row.expected === expected))('$program: $command', async ({ command }) => {
    const { decision, hook, reason } = await judgeCommand(command)
    const stopped = decision === 'deny' || decision === 'ask'
    expect(stopped, `${decision} ${hook ?? ''} ${reason ?? ''}`).toBe(expected === 'block')
  })
})

describe('the program table', () => {
  it('has a harmful and a harmless call for every program that is described by roles', () => {
    const shown = (expected: string): ReadonlySet<string> =>
      new Set(rows.filter((row) => row.expected === expected).map(({ program }) => program))
    const [harmful, harmless] = [shown('block'), shown('allow')]
    // What prints a sum or a type tells nothing of what it reads.
    const names = roleNames().filter((name) => entryOf(name).roles?.prints !== 'facts')
    expect(names.filter((name) => !harmful.has(name) || !harmless.has(name))).toEqual([])
  })

  it('names the program that each row is about in its command', () => {
    expect(rows.filter(({ program, command }) => !command.includes(program))).toEqual([])
    const isKnown = (name: string): boolean =>
      entryOf(name).effects !== undefined || usagesOf(name) !== undefined || harmOf(name) !== undefined
    expect(rows.filter(({ program }) => !isKnown(program))).toEqual([])
  })

  it('uses only roles and changes that exist', () => {
    expect(
      Object.values(TABLE).flatMap((make) => Object.entries(make()).flatMap(([name, roles]) => wrong(name, roles))),
    ).toEqual([])
  })

  it('finds every program by the generated names', () => {
    const names = [TABLE, VENDORS, READ_ONLY_USAGES].map(namesOf)
    expect([ROLE_NAMES, VENDOR_NAMES, USAGE_NAMES]).toEqual(names)
  })

  it('describes a program once', () => {
    const names = Object.values(TABLE).flatMap((make) => Object.keys(make()).flatMap((key) => key.split(' ')))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

const ROLES =
  'value pattern patterns page from to act assign who setting read list write edit make device tidy look package open delete remove enter shell argv line bash program script config code file load url lookup send say'
const CHANGES = 'read edit delete remove write nothing tidy look decode unsafe runs'

function wrong(name: string, roles: Roles | string): readonly string[] {
  const { options = '', operands = '', commands = {} } = typeof roles === 'string' ? { operands: roles } : roles
  const words = [...options.matchAll(/[:?]([a-z,]+)(?=[ !]|$)/g)]
    .flatMap(([, role = '']) => role.split(','))
    .concat(operands.replace('+', '').split(' '))
  const changes = [...options.matchAll(/!([a-z]*)/g)].map(([, change = '']) => change)
  return [
    ...words.filter((word) => word !== '' && !ROLES.split(' ').includes(word)),
    ...changes.filter((word) => !CHANGES.split(' ').includes(word)),
    ...Object.entries(commands).flatMap(([command, inner]) => wrong(`${name} ${command}`, inner)),
  ].map((word) => (word.includes(':') ? word : `${name}: ${word}`))
}
