import { useEffect } from 'preact/hooks'
import { onKey } from './data/keys.ts'
import { link, startLive } from './data/live.ts'
import { followLinks, place } from './data/location.ts'
import { Config } from './pages/config.tsx'
import { Decision } from './pages/decision.tsx'
import { Hooks } from './pages/hooks.tsx'
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
  '/sessions': ['Sessions', Sessions],
  '/hooks': ['Hooks', Hooks],
  '/config': ['Configuration', Config],
  '/state': ['State', State],
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
        Skip to the content
      </a>
      <Top />
      <Nav />
      <main id="main" tabIndex={-1}>
        <Lost />
        {id === undefined ? <Page /> : <Decision key={id} id={decoded(id)} />}
      </main>
      <Help />
    </div>
  )
}

const Missing = () => (
  <>
    <Head title="There is no such page" />
    <p>
      <a href="/">To the overview</a>
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
          No connection to the dashboard’s server: what you see may be old. If it has ended, start it again and open the
          link that it prints.
        </p>
      ) : (
        <p>
          This browser has not been let in. Press Enter where holdpoint dashboard runs, and open the link that it
          prints. If it does not run:
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
