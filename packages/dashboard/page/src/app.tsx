import { useEffect } from 'preact/hooks'
import { useAbout, useAnswer } from './data/answer.ts'
import { onKey } from './data/keys.ts'
import { link, startLive } from './data/live.ts'
import { followLinks, place } from './data/location.ts'
import { Approvals } from './pages/approvals.tsx'
import { Config } from './pages/config.tsx'
import { Decision } from './pages/decision.tsx'
import { Hooks } from './pages/hooks.tsx'
import { Open } from './pages/open.tsx'
import { Overview } from './pages/overview.tsx'
import { Sessions } from './pages/sessions.tsx'
import { State } from './pages/state.tsx'
import { Timeline } from './pages/timeline.tsx'
import { Command } from './parts/command.tsx'
import { Help } from './parts/help.tsx'
import { Nav } from './parts/nav.tsx'
import { Head } from './parts/panel.tsx'
import { Top } from './parts/top.tsx'

const PAGES = {
  '/': ['Overview', Overview],
  '/timeline': ['Timeline', Timeline],
  '/approvals': ['Approvals', Approvals],
  '/sessions': ['Sessions', Sessions],
  '/hooks': ['Hooks', Hooks],
  '/config': ['Configuration', Config],
  '/state': ['State', State],
  '/open': ['Sign in', Open],
} as const

const STORY = /^\/decision\/([^/]+)$/

export function App() {
  const { path } = place.value
  const [, id] = STORY.exec(path) ?? []
  const [title, Page] = PAGES[path as keyof typeof PAGES] ?? ['Not found', Missing]
  useEffect(() => {
    startLive()
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', followLinks)
  }, [])
  useEffect(() => {
    document.title = `${id === undefined ? title : 'Decision'} · Holdpoint`
  }, [title, id])
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Top about={useAbout().value} />
      <Nav path={path} pending={useAnswer('pending').value?.calls ?? 0} />
      <main id="main" tabIndex={-1}>
        {path !== '/open' && <Lost />}
        {id === undefined ? <Page /> : <Decision key={id} id={decoded(id)} />}
      </main>
      <Help />
    </div>
  )
}

const Missing = () => (
  <>
    <Head title="This page does not exist" />
    <p>
      <a href="/">Go to the overview</a>
    </p>
  </>
)

/** Marks data that may be outdated. */
function Lost() {
  if (link.value !== 'away' && link.value !== 'refused') return null
  return (
    <div class="notice warn lost" role="alert">
      {link.value === 'away' ? (
        <p>
          No connection to the dashboard’s server, so this page may be outdated. If the server has ended, start it again
          and open the link that it prints.
        </p>
      ) : (
        <p>
          This browser is not signed in. Press Enter in the terminal where <code>holdpoint dashboard</code> runs, and
          open the link that it prints. If it is not running, start it:
        </p>
      )}
      <Command of="holdpoint dashboard" />
    </div>
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
