import { describe, expect, it } from 'vitest'
import { openBudget, type Effects, type Run, readCommand } from '@holdpoint/shell'
import type { ToolBefore, Services } from '@holdpoint/engine'
import { shell } from '../../../testing/src/events.ts'
import { judgeCommand } from '../../../testing/src/judge-command.ts'
import { eventIn } from '../../../testing/src/play-case.ts'
import { injections, remoteShell, unread } from './catastrophe/code.ts'
import { deletions } from './catastrophe/deletions.ts'
import { machine, writes } from './catastrophe/writes.ts'
import { OTHERS } from './guards.ts'
import { findSecret, openSearch } from './no-secret-access/find.ts'
import { secretsOf } from './no-secret-access/rules.ts'
import { findingsOf } from './self-protection/findings.ts'

/** Work of hooks is counted in comparisons, not in time: a command that is twice as long may take twice as many. */

const files = {
  real: (path: string) => path,
  stat: () => undefined,
  read: () => undefined,
  list: () => [],
  isDirectory: () => false,
}

const servicesFor = (command: string): Services => {
  const world = {
    home: '/home/dev',
    env: () => undefined,
    read: () => undefined,
    real: (path: string) => path,
    list: () => [],
    workTree: () => '/p',
  }
  const { effects } = readCommand(command, '/p', world)
  const env = (name: string): string | undefined => (name === 'HOME' ? '/home/dev' : undefined)
  const until = (): number => Number.POSITIVE_INFINITY
  return { env, files, until, effects: () => Promise.resolve(effects), ownPaths: () => [] } as unknown as Services
}

/** The same effects in lists that count how often a hook reads an element, independent of its declared budget. */
function counted(effects: Effects, count: () => void): Effects {
  const watch = <T>(list: readonly T[]): readonly T[] =>
    new Proxy(list, {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) count()
        return Reflect.get(target, key, receiver) as unknown
      },
    })
  const runs = new Map(effects.runs.map((run) => [run, { ...run, args: watch(run.args) }]))
  const own = <T extends { readonly run?: Run }>(list: readonly T[]): readonly T[] =>
    watch(list.map((one) => (one.run === undefined ? one : { ...one, run: runs.get(one.run) ?? one.run })))
  return {
    ...effects,
    runs: watch([...runs.values()]),
    files: own(effects.files),
    git: own(effects.git),
    net: own(effects.net),
  }
}

interface Work {
  readonly own: number
  readonly secrets: number
  readonly looks: number
}

async function workOf(command: string): Promise<Work> {
  const event = eventIn('/p', shell(command), new Date(0)) as ToolBefore
  let looks = 0
  const plain = servicesFor(command)
  const watched = counted(await plain.effects(event), () => void looks++)
  const services = { ...plain, effects: () => Promise.resolve(watched) }
  const [own, secrets] = [openBudget(1e9), openBudget(1e9)]
  await findingsOf(event, OTHERS, services, own)
  const effects = await services.effects()
  findSecret(event, effects, secretsOf(event, { paths: [], allow: [] }, services), { environment: 'allow' }, secrets)
  const facts = { home: '/home/dev', own: ['/p'], scratch: ['/tmp'] }
  for (const rule of [deletions, writes, machine, remoteShell, unread, injections]) rule(effects, facts)
  return { own: own.spent, secrets: secrets.spent, looks }
}

const each = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

const SHAPES: Readonly<Record<string, (count: number) => string>> = {
  'arguments of an unknown program': (count) => `tool ${each(count, (at) => `f${at}.txt `)}`,
  'arguments with blanks': (count) => `tool ${each(count, (at) => `"f ${at}" `)}`,
  'patterns to delete': (count) => `rm ${each(count, (at) => `~/.c*${at}/* `)}`,
  'listings to delete': (count) => `rm ${each(count, (at) => `$(ls d${at}) `)}`,
  'environment files': (count) => `docker run ${each(count, (at) => `--env-file .env${at} `)} x`,
  'copies of secrets': (count) => `cp ${each(count, (at) => `.env${at} `)} d/`,
  'secrets that git is asked to keep': (count) => `git add ${each(count, (at) => `.env${at} `)}`,
  'words that are printed': (count) => each(count, (at) => `echo word${at}; `),
  'files that are sent': (count) => each(count, (at) => `echo a > f${at}; curl -d @f${at} https://x.example; `),
}

describe('hooks compare in proportion to the command', () => {
  it.each(Object.entries(SHAPES))('%s', async (_name, shape) => {
    const [half, whole] = [await workOf(shape(200)), await workOf(shape(400))]
    expect(whole.own).toBeLessThan(2.3 * half.own + 100)
    expect(whole.looks).toBeLessThan(2.3 * half.looks + 100)
    expect(whole.secrets).toBeLessThan(2.3 * half.secrets + 100)
  })
})

describe('a command that is too large to be read', () => {
  const command = `tool ${each(30_000, (at) => `f${at} `)}`
  it('is asked about', async () => {
    expect((await judgeCommand(command)).decision).toBe('ask')
  })
  it('is asked about by each hook that could have found something in it', async () => {
    const event = eventIn('/p', shell(command), new Date(0)) as ToolBefore
    const services = servicesFor(command)
    const own = await findingsOf(event, OTHERS, services)
    expect(own.map(({ id }) => id)).toContain('unread')
    const secrets = secretsOf(event, { paths: [], allow: [] }, services)
    const found = findSecret(event, await services.effects(event), secrets, { environment: 'allow' }, openBudget(1e9))
    expect(found?.id).toBe('unread')
  })
})

describe('an event whose time is up', () => {
  it('is asked about by every guard that has not finished', async () => {
    const command = `cp ${each(3_000, (at) => `.e*v${at} `)} d/`
    const event = eventIn('/p', shell(command), new Date(0)) as ToolBefore
    const services = servicesFor(command)
    const effects = await services.effects(event)
    const secrets = secretsOf(event, { paths: [], allow: [] }, services)
    const unreadAt = async (until: number) => {
      const own = await findingsOf(event, OTHERS, { ...services, until: () => until })
      const found = findSecret(event, effects, secrets, { environment: 'allow' }, openSearch({ until: () => until }))
      return [own.some(({ id }) => id === 'unread'), found?.id === 'unread']
    }
    expect(await unreadAt(performance.now() + 60_000)).toEqual([false, false])
    expect(await unreadAt(performance.now())).toEqual([true, true])
  })
})
