import { aSpool, line } from '../../../../test/store/support/spool.ts'
import { ingest } from './ingest.ts'
import { reportOn } from './report.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')

const ask = (id: string, subject: string, more: object = {}): string =>
  line(id, {
    event: 'PreToolUse',
    tool: 'Bash',
    subject,
    decision: 'ask',
    hooks: [{ id: 'guard/x', decision: 'ask', reason: 'Sure?', ms: 1 }],
    ...more,
  })
const answered = (id: string, ...answers: readonly (readonly [ask: string, answer: string])[]): string =>
  line(id, { hooks: [], answers: answers.map(([of, answer]) => ({ ask: of, answer })) })

async function figuresOf(...lines: readonly string[]) {
  const spool = aSpool()
  spool.append(lines.map((text) => `${text}\n`).join(''))
  const store = await spool.open()
  await ingest(store, spool.directory, new Date(NOON))
  return (await reportOn(store, { since: NOON - 1000, until: NOON + 1000 })).asks
}

const commits = (count: number) => Array.from({ length: count }, (_, n) => ask(`c${n}`, `git commit -m ${n}`))
const all = (count: number, answer: string) => Array.from({ length: count }, (_, n) => [`c${n}`, answer] as const)

describe('questions of a period', () => {
  it('are counted per session, and added up by hook and what they were about', async () => {
    const asks = await figuresOf(
      ...commits(4),
      ask('r', 'rm -rf "$X"'),
      ask('other', 'git commit', { session: 's2' }),
      line('quiet', { session: 's3' }),
      answered('z', ...all(3, 'approved'), ['r', 'refused']),
    )
    expect(asks).toEqual({
      asked: 6,
      sessions: 3,
      perSession: 2,
      most: { session: 's1', asked: 5 },
      approved: 3,
      refused: 1,
      unknown: 2,
      groups: [
        { hook: 'guard/x', what: 'git commit', asked: 5, approved: 3, refused: 0, saves: { by: 'narrower', asks: 3 } },
        { hook: 'guard/x', what: 'rm', asked: 1, approved: 0, refused: 1 },
      ],
    })
  })

  it.each([
    ['nothing was asked', [line('a')], undefined],
    ['all approved', [...commits(3), answered('z', ...all(3, 'approved'))], { by: 'narrower', asks: 3 }],
    ['all refused', [...commits(4), answered('z', ...all(4, 'refused'))], { by: 'stricter', asks: 4 }],
    ['too few to tell', [...commits(2), answered('z', ...all(2, 'approved'))], undefined],
    ['both', [...commits(4), answered('z', ...all(3, 'approved'), ['c3', 'refused'])], undefined],
    ['no answer is known', [...commits(9), answered('z', ...all(9, 'unknown'))], undefined],
    ['answers that make no sense', [...commits(3), line('z', { answers: [null, 1, { ask: 2 }, 'x'] })], undefined],
    ['an answer to something else', [...commits(3), answered('z', ['c0-', 'approved'])], undefined],
  ])('%s', async (_, lines, saves) => {
    expect((await figuresOf(...lines)).groups[0]?.saves).toEqual(saves)
  })

  it('each hook that asked counts, and the call is one of them', async () => {
    const hooks = ['guard/x', 'rules/y'].map((id) => ({ id, decision: 'ask', ms: 1 }))
    const { asked, groups } = await figuresOf(ask('a', 'rm x', { hooks }))
    expect([asked, groups.map(({ hook }) => hook)]).toEqual([1, ['guard/x', 'rules/y']])
  })
})
