import type { About } from './server/api/about.ts'
import type { Approvals, Pending } from './server/api/approvals.ts'
import type { NoQuery, PeriodQuery } from './server/api/common.ts'
import type { Config } from './server/api/config.ts'
import type { DecisionPage, DecisionQuery, DecisionRow, Story } from './server/api/decisions.ts'
import type { Hooks } from './server/api/hooks.ts'
import type { Overview } from './server/api/overview.ts'
import type { SessionQuery, SessionTree } from './server/api/sessions.ts'
import type { State } from './server/api/state.ts'

export type * from './server/api/about.ts'
export type * from './server/api/approvals.ts'
export type * from './server/api/common.ts'
export type * from './server/api/config.ts'
export type * from './server/api/decisions.ts'
export type * from './server/api/hooks.ts'
export type * from './server/api/overview.ts'
export type * from './server/api/plans.ts'
export type * from './server/api/sessions.ts'
export type * from './server/api/state.ts'

/**
 * The JSON of every endpoint between the dashboard's server and its page. It imports
 * nothing but its own parts, so that the page can be checked against it without the rest of the program.
 *
 * Every endpoint is `GET /api/<name>`, and changes nothing. Moments are ISO 8601 in UTC; where one is asked for, the
 * command line's forms are accepted as well: `30m`, `2h`, `7d`, `2026-03-01`. Texts are as audited, masked and
 * cut, and may hold anything else, markup and control characters too: render them as text.
 */
export interface Endpoints {
  readonly about: { readonly query: NoQuery; readonly answer: About }
  readonly overview: { readonly query: PeriodQuery; readonly answer: Overview }
  readonly decisions: { readonly query: DecisionQuery; readonly answer: DecisionPage }
  /** The id, or the beginning or end of it, is in the path, percent-encoded; `last` is the last one but `pass`. */
  readonly 'decisions/<id>': { readonly query: NoQuery; readonly answer: Story }
  readonly approvals: { readonly query: PeriodQuery; readonly answer: Approvals }
  readonly pending: { readonly query: NoQuery; readonly answer: Pending }
  readonly sessions: { readonly query: SessionQuery; readonly answer: SessionTree }
  readonly hooks: { readonly query: PeriodQuery; readonly answer: Hooks }
  readonly config: { readonly query: NoQuery; readonly answer: Config }
  readonly state: { readonly query: NoQuery; readonly answer: State }
}

/**
 * `GET /api/live`: server-sent events. `hello` comes first, then a `decision` for each line as soon as it is written,
 * and a `heartbeat` every 15 seconds. Every `decision` has an id, so that a browser that reconnects gets what it
 * missed; when that is too much or unknown, `gap` asks the page to reload its data.
 */
export interface LiveEvents {
  readonly hello: { readonly now: string; readonly version: string }
  readonly decision: DecisionRow
  readonly heartbeat: { readonly now: string }
  readonly gap: { readonly missed: 'too many' | 'unknown' }
}
