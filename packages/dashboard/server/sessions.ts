import { blockedStops, sessionMemories } from '@holdpoint/runtime/inspect'
import { isProbing, type Activity, type AgentActivity } from '@holdpoint/runtime/audit'
import type { AgentNode, Doings, SessionNode, SessionTree } from '../api.ts'
import { limitOf, periodOf, type Query } from './query.ts'
import type { Source } from './source.ts'
import type { Titles } from './titles.ts'

const ALWAYS = '1970-01-01'

/** Sessions and the agents in them, the latest first. */
export async function sessions(query: Query, source: Source, titles: () => Titles): Promise<SessionTree> {
  const { since, until } = await periodOf({ since: ALWAYS, ...query }, source.now())
  const { session } = query
  const period = { since, until, ...(session !== undefined && { session }) }
  const found = await source.audit(async ({ store }) => ({
    all: (await store.activity(period)).filter((one) => !isProbing(one)),
    agents: await store.agents(period),
  }))
  if (found === undefined) return { sessions: [], total: 0 }
  const memories = sessionMemories(source.place, source.env)
  const titleOf = titles()
  const nodes = found.all.slice(0, limitOf(query)).map((one): SessionNode => {
    const title = titleOf(one.session)
    return {
      session: one.session,
      ...(title !== undefined && { title }),
      ...doings(one),
      blockedStops: blockedStops(memories, one.session),
      agents: found.agents
        .filter((agent) => agent.session === one.session)
        .toSorted(byFirst)
        .map(agentNode),
    }
  })
  return { sessions: nodes, total: found.all.length }
}

/** The main agent is there before any other. */
const byFirst = (a: AgentActivity, b: AgentActivity): number =>
  Number(a.agent !== undefined) - Number(b.agent !== undefined) || a.firstAt - b.firstAt

const agentNode = (one: AgentActivity): AgentNode => ({
  ...(one.agent !== undefined && { agent: one.agent }),
  ...doings(one),
})

const doings = ({ decisions, refused, asked, firstAt, lastAt }: Omit<Activity, 'session' | 'agents'>): Doings => ({
  decisions,
  refused,
  asked,
  firstAt: new Date(firstAt).toISOString(),
  lastAt: new Date(lastAt).toISOString(),
})
