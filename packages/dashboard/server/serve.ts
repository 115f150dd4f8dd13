import type { AddressInfo } from 'node:net'
import { messageOf, UserError } from '@holdpoint/engine'
import { about } from './about.ts'
import { approvals, pending } from './approvals.ts'
import { config } from './config.ts'
import { decisions } from './decisions.ts'
import { openEntry } from './entry.ts'
import { hooks } from './hooks.ts'
import { loopbackServer, requestHandler } from './http.ts'
import { openLive } from './live.ts'
import { overview } from './overview.ts'
import { readPage } from './page.ts'
import { openPlan } from './plan.ts'
import type { Query } from './query.ts'
import { sessions } from './sessions.ts'
import { openAudit, openTrust, type Source } from './source.ts'
import { state } from './state.ts'
import { story } from './story.ts'
import { openTitles } from './titles.ts'

export interface ServeOptions extends Omit<Source, 'audit' | 'trust'> {
  /** The directory of the built page. */
  readonly page: string
  /** 0: any free port. */
  readonly port: number
}

export interface Dashboard {
  readonly port: number
  readonly address: string
  /** An address that lets one browser in, once, within a few minutes. */
  newLink(): string
  close(): Promise<void>
}

/** Starts the server. Throws when the port is taken. */
export async function serve({ page, port: wanted, ...given }: ServeOptions): Promise<Dashboard> {
  const trust = openTrust(given)
  const source: Source = { ...given, trust, audit: openAudit({ ...given, trust }) }
  const files = readPage(page)
  const server = loopbackServer()
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error) =>
      reject(new UserError(`cannot listen on 127.0.0.1:${wanted}: ${messageOf(error)}. Try another --port.`)),
    )
    server.listen(wanted, '127.0.0.1', () => resolve())
  })
  const { port } = server.address() as AddressInfo
  const entry = openEntry(port)
  const live = openLive(source)
  const readers: Readers = { plan: openPlan(source), titles: openTitles(source) }
  server.on(
    'request',
    requestHandler({
      hosts: [`127.0.0.1:${port}`, `localhost:${port}`],
      entry,
      page: files,
      live,
      answer: (name, query) => answerTo(name, query, source, readers),
    }),
  )
  const address = `http://127.0.0.1:${port}/`
  return {
    port,
    address,
    newLink: () => `${address}open?key=${entry.newKey()}`,
    async close() {
      live.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Readers that remember what is costly to read again. */
interface Readers {
  readonly plan: ReturnType<typeof openPlan>
  readonly titles: ReturnType<typeof openTitles>
}

function answerTo(name: string, query: Query, source: Source, { plan, titles }: Readers): Promise<unknown> | undefined {
  const [, id] = /^decisions\/([^/]{1,600})$/.exec(name) ?? []
  if (id !== undefined) return story(decoded(id), source)
  switch (name) {
    case 'about':
      return about(source)
    case 'overview':
      return overview(query, source)
    case 'decisions':
      return decisions(query, source)
    case 'sessions':
      return sessions(query, source, titles)
    case 'approvals':
      return approvals(query, source)
    case 'pending':
      return pending(source)
    case 'hooks':
      return hooks(query, source)
    case 'config':
      return config(source)
    case 'state':
      return state(source, plan)
    default:
      return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
