import { useEffect } from 'preact/hooks'
import { followLinks, Icon, ICONS, place, Text, theme, toggleTheme } from '@holdpoint/dashboard/page'
import { change, link, loadMe, me, startLive, type Link } from './data.ts'
import { Alarms } from './pages/alarms.tsx'
import { Decisions } from './pages/decisions.tsx'
import { Join, Open, SignIn } from './pages/entry.tsx'
import { Machine } from './pages/machine.tsx'
import { Machines } from './pages/machines.tsx'
import { Overview } from './pages/overview.tsx'
import { Sessions } from './pages/sessions.tsx'
import { Team } from './pages/team.tsx'

const PAGES = [
  ['/', 'Overview', ICONS.overview, Overview],
  ['/decisions', 'Decisions', ICONS.timeline, Decisions],
  ['/sessions', 'Sessions', ICONS.sessions, Sessions],
  ['/machines', 'Machines', ICONS.state, Machines],
  ['/alarms', 'Alarms', ICONS.warn, Alarms],
  ['/team', 'Team', ICONS.config, Team],
] as const

const LINKS: Readonly<Record<Link, readonly [className: string, word: string]>> = {
  connecting: ['pass', 'Connecting'],
  live: ['good', 'Live'],
  late: ['warn', 'The database takes nothing now; machines keep their decisions'],
  away: ['warn', 'Not connected'],
}

export function App() {
  const { path } = place.value
  useEffect(() => {
    document.addEventListener('click', followLinks)
    void loadMe()
  }, [])
  const isIn = me.value !== null && me.value !== undefined
  useEffect(() => (isIn ? startLive() : undefined), [isIn])
  if (path === '/open') return <Open />
  if (path === '/join') return <Join />
  if (me.value === undefined) return null
  return me.value === null ? <SignIn /> : <Frame path={path} />
}

function Frame({ path }: { readonly path: string }) {
  const [, machine] = /^\/machines\/([^/]+)$/.exec(path) ?? []
  const shown = PAGES.filter(([address]) => address !== '/team' || me.value?.person.role !== 'viewer')
  const page = shown.find(([address]) => address === path)
  const [className, word] = LINKS[link.value]
  const Page = page?.[3]
  useEffect(() => {
    document.title = `${page?.[1] ?? 'Machine'} · ${me.value?.team ?? ''} · Holdpoint`
  }, [page])
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href="/">
          Holdpoint
        </a>
        <span class="project">
          <Text of={me.value?.team} />
        </span>
        <span class={`live ${className}`} role="status">
          {word}
        </span>
        <span class="spacer" />
        <span class="project">
          <Text of={me.value?.person.name} />
        </span>
        <button type="button" onClick={() => void change('/api/sign-out').then(loadMe)}>
          Sign out
        </button>
        <button type="button" onClick={toggleTheme} class="icon" aria-label={`Theme: ${theme.value}. Change it`}>
          <Icon path={theme.value === 'dark' ? ICONS.moon : ICONS.sun} />
        </button>
      </header>
      <nav class="side" aria-label="Pages">
        <ul>
          {shown.map(([address, name, icon]) => (
            <li key={address}>
              <a href={address} aria-current={path === address ? 'page' : undefined}>
                <Icon path={icon} />
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1}>
        {machine !== undefined ? <Machine key={machine} id={machine} /> : Page === undefined ? <Missing /> : <Page />}
      </main>
    </div>
  )
}

const Missing = () => (
  <p>
    There is no such page. <a href="/">To the overview</a>
  </p>
)
