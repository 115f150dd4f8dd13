import { chained, GENESIS } from '../../packages/runtime/src/audit/store/chain.ts'
import { LATENCY_BOUNDS, type Entry, type Filter, type NewEntry } from '../../packages/runtime/src/audit/store/log.ts'
import type { Json, Scope, Store } from '../../packages/runtime/src/audit/store/store.ts'

/** A store under test: `again` opens the same one a second time, as another process would. */
export interface Subject {
  readonly store: Store
  again(): Promise<Store>
}

export type Open = (now: () => number) => Promise<Subject>

const PROJECT: Scope = { kind: 'project' }
const SCOPES: readonly Scope[] = [PROJECT, { kind: 'user' }, { kind: 'session', id: 's1' }, { kind: 'session', id: '' }]
const MAX_TIME = 8.64e15

/** What any store must do, whatever it is made of. */
export function storeContract(name: string, open: Open): void {
  describe(`${name}: values`, () => {
    const values: readonly (readonly [string, Json])[] = [
      ['a text', 'quote " backslash \\ emoji 🙂 zero \0 break \n'],
      ['half a character', '\uD83D'],
      ['an empty text', ''],
      ['nothing', null],
      ['false', false],
      ['a number', -0.5],
      ['the largest count', Number.MAX_SAFE_INTEGER],
      ['a tree', { a: [1, { b: null }], '': {}, [`"quoted"`]: [[]] }],
      ['a long text', 'x'.repeat(2 << 20)],
    ]
    it.each(values)('keeps %s', async (_, value) => {
      const { store, again } = await open(Date.now)
      expect(await store.put(PROJECT, 'key', value)).toBe(true)
      expect(await (await again()).get(PROJECT, 'key')).toEqual(value)
    })

    it('keeps scopes and keys apart', async () => {
      const { store } = await open(Date.now)
      const places = SCOPES.flatMap((scope) =>
        ['a', 'b', '', "x'; DROP TABLE kv; --", 'ä'].map((key) => ({ scope, key })),
      )
      for (const [index, { scope, key }] of places.entries()) await store.put(scope, key, index)
      const found = await Promise.all(places.map(({ scope, key }) => store.get(scope, key)))
      expect(found).toEqual(places.map((_, index) => index))
    })

    it('knows nothing of what was never put, and forgets what is put as undefined', async () => {
      const { store } = await open(Date.now)
      expect(await store.get(PROJECT, 'a')).toBeUndefined()
      await store.put(PROJECT, 'a', 1)
      expect(await store.put(PROJECT, 'a', undefined)).toBe(true)
      expect(await store.get(PROJECT, 'a')).toBeUndefined()
    })

    it('refuses names that a database would cut', async () => {
      const { store } = await open(Date.now)
      await expect(store.put(PROJECT, 'a\0b', 1)).rejects.toThrow('zero byte')
      await expect(store.get(PROJECT, 'a\0b')).rejects.toThrow('zero byte')
    })
  })

  describe(`${name}: compare and set`, () => {
    const cases: readonly (readonly [string, Json | undefined, Json | undefined, Json | undefined, boolean])[] = [
      ['the value is as expected', 1, 1, 2, true],
      ['the value is another', 1, 2, 3, false],
      ['none is expected and there is none', undefined, undefined, 1, true],
      ['none is expected and there is one', 1, undefined, 2, false],
      ['one is expected and there is none', undefined, 1, 2, false],
      ['keys come in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, 'new', true],
      ['items come in another order', [1, 2], [2, 1], 'new', false],
      ['a number is expected and a text is there', '1', 1, 2, false],
      ['the value is to be removed and is as expected', 1, 1, undefined, true],
      ['the value is to be removed and is another', 1, 2, undefined, false],
      ['none is to become none', undefined, undefined, undefined, true],
      ['one is there and none is to become none', 1, undefined, undefined, false],
    ]
    it.each(cases)('when %s', async (_, before, expected, value, happens) => {
      const { store } = await open(Date.now)
      if (before !== undefined) await store.put(PROJECT, 'key', before)
      expect(await store.put(PROJECT, 'key', value, { expected })).toBe(happens)
      expect(await store.get(PROJECT, 'key')).toEqual(happens ? value : before)
    })

    it('lets exactly one of many win', async () => {
      const { store, again } = await open(Date.now)
      const other = await again()
      const tries = Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? store : other).put(PROJECT, 'key', index, { expected: undefined }),
      )
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    })
  })

  describe(`${name}: counting`, () => {
    it.each(SCOPES)('starts at 0 in %j and counts up and down', async (scope) => {
      const { store, again } = await open(Date.now)
      expect(await store.increment(scope, 'n')).toEqual({ value: 1, counted: true })
      expect(await (await again()).increment(scope, 'n', { by: 41 })).toEqual({ value: 42, counted: true })
      expect(await store.increment(scope, 'n', { by: -2 })).toEqual({ value: 40, counted: true })
      expect(await store.get(scope, 'n')).toBe(40)
    })

    it('T-ENG-55: 100 at once with a limit of 25 count exactly 25', async () => {
      const { store, again } = await open(Date.now)
      const other = await again()
      const counts = await Promise.all(
        Array.from({ length: 100 }, (_, index) => (index % 2 ? store : other).increment(PROJECT, 'n', { limit: 25 })),
      )
      // Over two connections the answers need not come in the order of the calls.
      const values = counts.filter(({ counted }) => counted).map(({ value }) => value)
      expect(values.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
      expect(await store.get(PROJECT, 'n')).toBe(25)
    })

    const limits: readonly (readonly [number, number, number, boolean])[] = [
      [0, 1, 0, false],
      [0, 5, 4, false],
      [24, 1, 25, true],
      [25, 1, 25, false],
      [24, 2, 25, false],
      [30, 1, 25, false],
      [30, -1, 25, false],
      [30, -10, 25, true],
    ]
    it.each(limits)('from %i by %i with the limit %i: counted is %s', async (start, by, limit, counted) => {
      const { store } = await open(Date.now)
      if (start > 0) await store.put(PROJECT, 'n', start)
      expect(await store.increment(PROJECT, 'n', { by, limit })).toEqual({
        value: counted ? start + by : start,
        counted,
      })
    })

    it.each<Json>(['12', 'many', 1.5, null, {}, [1]])('refuses to count %j, and leaves it', async (value) => {
      const { store } = await open(Date.now)
      await store.put(PROJECT, 'n', value)
      await expect(store.increment(PROJECT, 'n')).rejects.toThrow()
      expect(await store.get(PROJECT, 'n')).toEqual(value)
    })

    it.each([0.5, Number.NaN, Infinity])('refuses to count by %d', async (by) => {
      const { store } = await open(Date.now)
      await expect(store.increment(PROJECT, 'n', { by })).rejects.toThrow()
      expect(await store.get(PROJECT, 'n')).toBeUndefined()
    })
  })

  describe(`${name}: locks`, () => {
    const at = (time: { now: number }) => open(() => time.now)

    it('are held by one owner, who may renew and give back', async () => {
      const time = { now: 1_000 }
      const { store, again } = await at(time)
      const other = await again()
      expect(await store.lock(PROJECT, 'l', 'a', 100)).toEqual({ held: true })
      expect(await other.lock(PROJECT, 'l', 'b', 100)).toEqual({ held: false, owner: 'a', expiresAt: 1_100 })
      time.now = 1_090
      expect(await store.lock(PROJECT, 'l', 'a', 100)).toEqual({ held: true })
      expect(await other.lock(PROJECT, 'l', 'b', 100)).toEqual({ held: false, owner: 'a', expiresAt: 1_190 })
      expect(await other.unlock(PROJECT, 'l', 'b')).toBe(false)
      expect(await store.unlock(PROJECT, 'l', 'a')).toBe(true)
      expect(await store.unlock(PROJECT, 'l', 'a')).toBe(false)
      expect(await other.lock(PROJECT, 'l', 'b', 100)).toEqual({ held: true })
    })

    it.each([
      ['just before its end', 1_099, false],
      ['at its end', 1_100, true],
      ['long after', MAX_TIME, true],
      ['when the clock went back a little', 901, false],
      ['when the clock went back by more than its life', 900, true],
    ])('are taken over only when their time is over: %s', async (_, now, taken) => {
      const time = { now: 1_000 }
      const { store, again } = await at(time)
      await store.lock(PROJECT, 'l', 'a', 100)
      time.now = now
      expect((await (await again()).lock(PROJECT, 'l', 'b', 100)).held).toBe(taken)
      expect(await store.unlock(PROJECT, 'l', 'a')).toBe(!taken)
    })

    it('are kept apart by scope and name', async () => {
      const { store } = await at({ now: 0 })
      const places = SCOPES.flatMap((scope) => ['x', 'y'].map((lock) => ({ scope, lock })))
      const taken = await Promise.all(places.map(({ scope, lock }, i) => store.lock(scope, lock, `o${i}`, 10)))
      expect(taken.every(({ held }) => held)).toBe(true)
    })
  })

  describe(`${name}: the log`, () => {
    it('chains entries in the order they come, across writers', async () => {
      const { store, again } = await open(Date.now)
      expect(await store.append([anEntry('a'), anEntry('b')], 10)).toBe(2)
      expect(await (await again()).append([anEntry('c', { encoding: 'base64', line: '/wAA' })], 20)).toBe(1)
      const { entries, state } = await everything(store)
      expect(entries.map(({ sequence, id, chainedAt }) => [sequence, id, chainedAt])).toEqual([
        [1, 'a', 10],
        [2, 'b', 10],
        [3, 'c', 20],
      ])
      let { hash } = GENESIS
      for (const entry of entries) {
        hash = chained(hash, entry)
        expect(entry.hash).toBe(hash)
      }
      expect(state).toEqual({ epoch: expect.any(String), anchor: GENESIS, head: { sequence: 3, hash }, cursors: [] })
      expect(await store.state()).toEqual(state)
    })

    it('gives an entry back as it came', async () => {
      const { store } = await open(Date.now)
      const full = anEntry('full', { agent: 'writer', tool: 'Bash', ms: 0.25, trouble: true, line: 'ä "quoted" 🙂 \r' })
      const bare: NewEntry = { id: 'bare', kind: 'newer', hooks: [], line: '{}', encoding: 'utf8' }
      await store.append([full, bare], 5)
      const { entries } = await everything(store)
      for (const [index, given] of [full, bare].entries()) {
        const { hooks: _, ...rest } = given
        expect(entries[index]).toEqual({ ...rest, sequence: index + 1, chainedAt: 5, hash: entries[index]?.hash })
      }
    })

    it('takes an entry only once, and keeps another line of the same id beside it', async () => {
      const { store } = await open(Date.now)
      const [first, other] = [anEntry('a'), anEntry('a', { line: 'another' })]
      expect(await store.append([first, first], 0)).toBe(1)
      expect(await store.append([first, other, other], 0)).toBe(1)
      expect(await store.append([other, first], 0)).toBe(0)
      const { entries } = await everything(store)
      expect(entries.map(({ line }) => line)).toEqual([first.line, 'another'])
      expect(entries[1]?.id).toMatch(/^a~[0-9a-f]{12}$/)
    })

    it('moves a cursor together with the entries, and only from where it stands', async () => {
      const { store, again } = await open(Date.now)
      const other = await again()
      const step = { source: 'f', from: 0, to: 10 }
      expect(await store.append([anEntry('a')], 0, step)).toBe(1)
      expect(await other.append([anEntry('b')], 0, step)).toBeUndefined()
      expect(await other.append([anEntry('b')], 0, { source: 'f', from: 10, to: 30 })).toBe(1)
      expect(await other.append([], 0, { source: 'g', from: 0, to: 1 })).toBe(0)
      const { cursors } = await store.state()
      expect(cursors).toEqual([
        { source: 'f', offset: 30, sequence: 2 },
        { source: 'g', offset: 1, sequence: 2 },
      ])
      expect((await everything(store)).entries.map(({ id }) => id)).toEqual(['a', 'b'])
      await store.forget('f')
      expect((await store.state()).cursors.map(({ source }) => source)).toEqual(['g'])
    })

    it('lets two writers of one cursor never take the same bytes', async () => {
      const { store, again } = await open(Date.now)
      const other = await again()
      const tries = Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? store : other).append([anEntry(`e${index}`)], 0, { source: 'f', from: 0, to: 1 }),
      )
      expect((await Promise.all(tries)).filter((count) => count === 1)).toHaveLength(1)
    })

    it('gives pages without gaps, with lines that cannot be read', async () => {
      const { store } = await open(Date.now)
      const odd: NewEntry = { id: 'odd', kind: 'unreadable', hooks: [], line: '/wAA', encoding: 'base64' }
      await store.append([anEntry('a'), odd, anEntry('b')], 0)
      const page = async (after: number, limit: number) => (await store.page(after, limit)).map(({ id }) => id)
      expect(await page(0, 2)).toEqual(['a', 'odd'])
      expect(await page(2, 2)).toEqual(['b'])
      expect(await page(3, 2)).toEqual([])
    })

    it('names its chain, and another store names another one', async () => {
      const [one, other] = [await open(Date.now), await open(Date.now)]
      const { epoch } = await one.store.state()
      expect(epoch).not.toBe('')
      expect((await (await one.again()).state()).epoch).toBe(epoch)
      expect((await other.store.state()).epoch).not.toBe(epoch)
    })

    const searches: readonly (readonly [string, Filter, readonly string[]])[] = [
      ['everything readable, newest first', {}, ['e4', 'e3', 'e2', 'e1']],
      ['since, and from then on', { since: 200 }, ['e4', 'e3', 'e2']],
      ['until, and not then', { until: 200 }, ['e1']],
      ['between', { since: 150, until: 300 }, ['e2']],
      ['a session', { session: 's2' }, ['e4', 'e3']],
      ['an agent', { agent: 'writer' }, ['e3']],
      ['a hook', { hook: 'a/b' }, ['e3', 'e1']],
      ['an unknown hook', { hook: 'x/y' }, []],
      ['a decision', { decision: 'deny' }, ['e4', 'e2']],
      ['an event', { event: 'Stop' }, ['e2']],
      ['a tool', { tool: 'Bash' }, ['e4']],
      ['a limit', { limit: 2 }, ['e4', 'e3']],
      ['the oldest first', { oldestFirst: true, limit: 2 }, ['e1', 'e2']],
      ['the oldest of a hook first', { hook: 'a/b', oldestFirst: true }, ['e1', 'e3']],
      ['everything but pass', { notPass: true }, ['e4', 'e2']],
      ['everything but pass, since', { notPass: true, since: 300 }, ['e4']],
      ['trouble', { trouble: true }, ['e3']],
      ['after a sequence number', { after: 3 }, ['e4', 'e3']],
      ['before a sequence number', { before: 4 }, ['e2', 'e1']],
      ['between two sequence numbers', { after: 1, before: 5, since: 0 }, ['e3', 'e2']],
      ['before one, of a hook', { hook: 'a/b', before: 4 }, ['e1']],
      ['everything but pass, before one', { notPass: true, before: 5 }, ['e2']],
      ['a text in the line, whatever its case', { text: '"ID":"E3"' }, ['e3']],
      ['a text in the lines of a session', { session: 's2', text: 'e' }, ['e4', 'e3']],
      ['a text that is no pattern', { text: 'e%' }, []],
      ['a text with other signs of patterns', { text: '"_!"' }, []],
      ['a text of an unreadable line', { text: 'garbage' }, []],
      ['the start of an id', { idStart: 'e' }, ['e4', 'e3', 'e2', 'e1']],
      ['the end of an id', { idEnd: '3' }, ['e3']],
      ['the beginning of a short id', { shortIdStart: 'e3' }, ['e3']],
      ['a pattern is only a text', { idStart: '%' }, []],
      ['several at once', { session: 's2', hook: 'a/b', since: 100, decision: 'pass', limit: 5 }, ['e3']],
    ]
    it.each(searches)('finds %s', async (_, filter, expected) => {
      const { store } = await open(Date.now)
      await store.append(
        [
          anEntry('e1', { at: 100, hooks: ['a/b', 'a/b', 'c/d'] }),
          anEntry('garbage', { kind: 'unreadable', session: 's2', at: 200, hooks: ['a/b'], decision: 'deny' }),
          anEntry('e2', { at: 200, decision: 'deny', event: 'Stop', hooks: [] }),
          anEntry('e3', { at: 300, session: 's2', agent: 'writer', hooks: ['a/b'], trouble: true }),
          anEntry('e4', { at: 400, session: 's2', decision: 'deny', tool: 'Bash', hooks: ['c/d'] }),
        ],
        500,
      )
      expect((await store.query(filter)).map(({ id }) => id)).toEqual(expected)
    })

    it('leaves out the doctor’s probes when told to, but not one that found trouble', async () => {
      const { store } = await open(Date.now)
      await store.append(
        [
          anEntry('p1', { decision: 'probe' }),
          anEntry('p2', { decision: 'probe', trouble: true }),
          anEntry('e1', { decision: 'deny' }),
        ],
        500,
      )
      const found = async (filter: Filter) => (await store.query(filter)).map(({ id }) => id)
      expect(await found({ notProbe: true })).toEqual(['e1', 'p2'])
      expect(await found({})).toEqual(['e1', 'p2', 'p1'])
    })

    it('counts by kind, and tells which sessions were active', async () => {
      const { store } = await open(Date.now)
      expect(await store.counts()).toEqual({ entry: 0, newer: 0, unreadable: 0 })
      await store.append(
        [
          anEntry('a', { at: 100, session: 'old' }),
          anEntry('b', { at: 210, session: 'one', decision: 'deny' }),
          anEntry('c', { at: 200, session: 'two' }),
          anEntry('d', { at: 205, session: 'one', decision: 'block' }),
          anEntry('e', { kind: 'newer', at: 220, session: 'one' }),
          { id: 'f', kind: 'unreadable', hooks: [], line: '?', encoding: 'utf8' },
        ],
        0,
      )
      expect(await store.counts()).toEqual({ entry: 4, newer: 1, unreadable: 1 })
      const two = { session: 'two', decisions: 1, refused: 0, asked: 0, agents: [], firstAt: 200, lastAt: 200 }
      expect(await store.activity({ since: 200 })).toEqual([
        { session: 'one', decisions: 3, refused: 2, asked: 0, agents: [], firstAt: 205, lastAt: 220 },
        two,
      ])
      expect(await store.activity({ since: 200, until: 205 })).toEqual([two])
      expect(await store.activity({ since: 0, session: 'two' })).toEqual([two])
    })

    it('tells which agents a session had, and how often the user was asked', async () => {
      const { store } = await open(Date.now)
      await store.append(
        [
          anEntry('a', { at: 1, agent: 'writer', decision: 'ask' }),
          anEntry('b', { at: 2, agent: 'a "quoted" one', decision: 'ask' }),
          anEntry('c', { at: 3, agent: 'writer' }),
          anEntry('d', { at: 4 }),
        ],
        0,
      )
      expect(await store.activity({ since: 0 })).toMatchObject([{ asked: 2, agents: ['a "quoted" one', 'writer'] }])
      const none = { session: 's1', decisions: 1, refused: 0, asked: 0 }
      expect(new Set(await store.agents({ since: 0 }))).toEqual(
        new Set([
          { ...none, agent: 'writer', decisions: 2, asked: 1, firstAt: 1, lastAt: 3 },
          { ...none, agent: 'a "quoted" one', asked: 1, firstAt: 2, lastAt: 2 },
          { ...none, firstAt: 4, lastAt: 4 },
        ]),
      )
      expect(await store.agents({ since: 3, until: 4 })).toMatchObject([{ agent: 'writer', decisions: 1 }])
      expect(await store.agents({ since: 0, session: 'another' })).toEqual([])
    })

    it('tells how a period went, hour by hour and minute by minute', async () => {
      const { store } = await open(Date.now)
      const [HOUR, MINUTE] = [3_600_000, 60_000]
      const at = (hour: number, minute: number): number => hour * HOUR + minute * MINUTE
      await store.append(
        [
          anEntry('a', { at: at(-1, 59) }),
          anEntry('b', { at: at(0, 1) + 7 }),
          anEntry('c', { at: at(0, 1), decision: 'deny' }),
          anEntry('d', { at: at(2, 0) }),
          anEntry('e', { at: at(2, 30) }),
          anEntry('f', { at: at(3, 0) }),
        ],
        0,
      )
      const [pass, deny] = [{ decision: 'pass' }, { decision: 'deny' }]
      expect(await store.ticks({ since: at(-1, 0), until: at(3, 0) }, 'hour')).toEqual([
        { at: at(-1, 0), ...pass, count: 1 },
        { at: 0, ...deny, count: 1 },
        { at: 0, ...pass, count: 1 },
        { at: at(2, 0), ...pass, count: 2 },
      ])
      expect(await store.ticks({ since: at(0, 1) + 1, until: at(2, 31) }, 'hour')).toEqual([
        { at: 0, ...pass, count: 1 },
        { at: at(2, 0), ...pass, count: 2 },
      ])
      expect(await store.ticks({ since: at(-1, 0), until: at(2, 1) }, 'minute')).toEqual([
        { at: at(-1, 59), ...pass, count: 1 },
        { at: at(0, 1), ...deny, count: 1 },
        { at: at(0, 1), ...pass, count: 1 },
        { at: at(2, 0), ...pass, count: 1 },
      ])
    })

    it('adds up what was decided in a period', async () => {
      const { store } = await open(Date.now)
      expect(await store.figures({ since: 0, until: 1_000 })).toEqual([])
      await store.append(
        [
          anEntry('a', { at: 99, tool: 'Bash', ms: 7 }),
          anEntry('b', { at: 100, tool: 'Bash', ms: 1 }),
          anEntry('c', { at: 150, tool: 'Bash', ms: 1.5 }),
          anEntry('d', { at: 160, tool: 'Bash', ms: 60_000 }),
          anEntry('e', { at: 170, tool: 'Bash', decision: 'deny', ms: 20 }),
          anEntry('f', { at: 180, session: 's2' }),
          anEntry('g', { at: 200, tool: 'Bash', ms: 7 }),
          { id: 'h', kind: 'unreadable', hooks: [], line: '?', encoding: 'utf8' },
        ],
        0,
      )
      const bucket = (...at: readonly number[]): readonly number[] =>
        [...LATENCY_BOUNDS, Infinity].map((_, index) => at.filter((wanted) => wanted === index).length)
      const found = await store.figures({ since: 100, until: 200 })
      const common = { event: 'PreToolUse' }
      expect(new Set(found)).toEqual(
        new Set([
          {
            ...common,
            tool: 'Bash',
            decision: 'pass',
            count: 3,
            ms: 60_002.5,
            maxMs: 60_000,
            latency: bucket(0, 1, 11),
          },
          { ...common, tool: 'Bash', decision: 'deny', count: 1, ms: 20, maxMs: 20, latency: bucket(4) },
          { ...common, decision: 'pass', count: 1, ms: 0, maxMs: 0, latency: bucket(0) },
        ]),
      )
      expect(await store.figures({ since: 100, until: 200, session: 's2' })).toMatchObject([{ count: 1 }])
    })
  })

  describe(`${name}: sums`, () => {
    const HOUR = 3_600_000
    const START = 1_700_000_000_000
    /** Some days of work, in several goes and not quite in the order of time. */
    async function aPast(store: Store): Promise<void> {
      const words = ['pass', 'deny', 'ask', 'block'] as const
      for (let go = 0; go < 6; go++) {
        const entries = Array.from({ length: 50 }, (_, index) => {
          const n = go * 50 + index
          return anEntry(`e${n}`, {
            at: START + Math.floor(((n * 7919) % 300) * 0.11 * HOUR),
            session: `s${n % 7}`,
            decision: words[n % 5] ?? 'pass',
            ms: (n % 11) * 3,
            ...(n % 3 === 0 && { tool: 'Bash' }),
            ...(n % 4 === 0 && { agent: `a${n % 2}` }),
          })
        })
        await store.append(entries, go)
      }
    }
    /** The same, counted one by one. */
    async function counted(store: Store, since: number, until: number, session?: string) {
      const { entries } = await everything(store)
      const own = entries.filter(
        ({ at = 0, session: of }) => at >= since && at < until && (session === undefined || of === session),
      )
      return { count: own.length, ms: own.reduce((sum, { ms = 0 }) => sum + ms, 0), sessions: sessionsOf(own) }
    }
    const sessionsOf = (entries: readonly Entry[]): ReadonlyMap<string, number> =>
      new Map(
        [...new Set(entries.map(({ session = '' }) => session))]
          .toSorted()
          .map((session) => [session, entries.filter((entry) => entry.session === session).length]),
      )
    async function summed(store: Store, since: number, until: number, session?: string) {
      const period = { since, until, ...(session !== undefined && { session }) }
      const figures = await store.figures(period)
      const active = await store.activity(period)
      const sessions = active.map(({ session: of, decisions }) => [of, decisions] as const)
      const count = figures.reduce((sum, figure) => sum + figure.count, 0)
      const alone = await store.agents(period)
      expect(alone.reduce((sum, { decisions }) => sum + decisions, 0)).toBe(count)
      const ticks = session === undefined ? await store.ticks(period, 'hour') : [{ count }]
      expect(ticks.reduce((sum, tick) => sum + tick.count, 0)).toBe(count)
      expect(figures.map(({ latency }) => latency.reduce((sum, one) => sum + one, 0))).toEqual(
        figures.map(({ count }) => count),
      )
      return {
        count,
        ms: figures.reduce((sum, { ms }) => sum + ms, 0),
        sessions: new Map(sessions.toSorted(([a], [b]) => (a < b ? -1 : 1))),
      }
    }
    const periods: readonly (readonly [string, number, number, string | undefined])[] = [
      ['everything', 0, MAX_TIME, undefined],
      ['whole hours', Math.ceil(START / HOUR) * HOUR, (Math.ceil(START / HOUR) + 5) * HOUR, undefined],
      ['parts of hours at both ends', START + 0.4 * HOUR, START + 20.7 * HOUR, undefined],
      ['a part of one hour', START + 0.1 * HOUR, START + 0.3 * HOUR, undefined],
      ['from one hour into the next', START + 0.8 * HOUR, START + 1.4 * HOUR, undefined],
      ['one session', START + 0.4 * HOUR, START + 20.7 * HOUR, 's3'],
      ['nothing', MAX_TIME - 1, MAX_TIME, undefined],
      ['a period that ends before it begins', START + 9 * HOUR, START, undefined],
    ]
    it.each(periods)('of %s are those of the entries', async (_, since, until, session) => {
      const { store } = await open(Date.now)
      await aPast(store)
      expect(await summed(store, since, until, session)).toEqual(await counted(store, since, until, session))
    })
    it.each(periods)('of %s, when the oldest are gone', async (_, since, until, session) => {
      const { store } = await open(Date.now)
      await aPast(store)
      expect(await store.prune(3)).toBe(150)
      expect(await summed(store, since, until, session)).toEqual(await counted(store, since, until, session))
    })
  })

  describe(`${name}: letting go`, () => {
    /** Each entry: the time its line says, and when it was chained. */
    const cases: readonly (readonly [string, string, number])[] = [
      ['the old end', '10@10 20@20 100@100', 2],
      ['nothing when nothing is old', '100@100 200@200', 0],
      ['everything when everything is old', '10@10 20@20', 2],
      ['only up to the first that is not old', '10@10 100@100 20@20', 1],
      ['what a clock that ran ahead put into the future', '999@10 100@100', 1],
      ['nothing that a clock that ran behind put into the past', '1@100 100@100', 0],
      ['what has no time of its own', 'none@10 none@100', 1],
    ]
    it.each(cases)('removes %s, and the rest still hangs together', async (_, given, removed) => {
      const { store } = await open(Date.now)
      const times = given.split(' ')
      for (const [index, [at, chainedAt]] of times.map((time) => time.split('@')).entries()) {
        const { at: _at, ...entry } = anEntry(`e${index}`)
        await store.append([at === 'none' ? entry : { ...entry, at: Number(at) }], Number(chainedAt))
      }
      const before = await everything(store)
      expect(await store.prune(50)).toBe(removed)
      expect(await store.prune(50)).toBe(0)
      const { entries, state } = await everything(store)
      expect(entries).toEqual(before.entries.slice(removed))
      const last = before.entries[removed - 1]
      expect(state.anchor).toEqual(last === undefined ? GENESIS : { sequence: last.sequence, hash: last.hash })
      expect(state.head).toEqual(before.state.head)
      await store.append([anEntry('next')], 200)
      const next = (await everything(store)).entries.at(-1)
      expect(next?.sequence).toBe(times.length + 1)
      expect(next?.hash).toBe(chained(state.head.hash, anEntry('next')))
      expect(await store.query({ hook: 'a/b' })).toHaveLength(times.length - removed + 1)
    })

    it('keeps old entries that must wait, and lets go of those before them', async () => {
      const { store } = await open(Date.now)
      await store.append(
        ['a', 'b', 'c'].map((id) => anEntry(id)),
        10,
      )
      expect(await store.prune(50, 1)).toBe(1)
      expect(await store.prune(50, 1)).toBe(0)
      expect((await everything(store)).entries.map(({ id }) => id)).toEqual(['b', 'c'])
      expect(await store.prune(50)).toBe(2)
    })

    it('forgets values of sessions that ended long ago, and no others', async () => {
      const time = { now: 10 }
      const { store } = await open(() => time.now)
      for (const scope of SCOPES) await store.put(scope, 'old', 1)
      time.now = 100
      for (const scope of SCOPES) await store.increment(scope, 'new')
      await store.prune(50)
      const left = await Promise.all(
        SCOPES.map((scope) => Promise.all(['old', 'new'].map((key) => store.get(scope, key)))),
      )
      expect(left).toEqual([
        [1, 1],
        [1, 1],
        [undefined, 1],
        [undefined, 1],
      ])
    })

    it('keeps notes of what happened to it', async () => {
      const { store, again } = await open(Date.now)
      await store.note({ at: 2, text: 'second' })
      await store.note({ at: 1, text: "first; it's" })
      expect(await (await again()).notes()).toEqual([
        { at: 1, text: "first; it's" },
        { at: 2, text: 'second' },
      ])
    })
  })
}

function anEntry(id: string, changes: Partial<NewEntry> = {}): NewEntry {
  return {
    id,
    kind: 'entry',
    at: 100,
    session: 's1',
    event: 'PreToolUse',
    decision: 'pass',
    hooks: ['a/b'],
    line: `{"v":1,"id":"${id}"}`,
    encoding: 'utf8',
    ...changes,
  }
}

async function everything(
  store: Store,
): Promise<{ entries: readonly Entry[]; state: Awaited<ReturnType<Store['state']>> }> {
  const entries: Entry[] = []
  const state = await store.walk((entry) => entries.push(entry))
  return { entries, state }
}
