import type { About } from '../../../api.ts'
import { help } from '../data/keys.ts'
import { link, type Link } from '../data/live.ts'
import { address, go, place } from '../data/location.ts'
import { theme, toggleTheme } from '../data/theme.ts'
import { visible } from '../data/visible.ts'
import { Icon, ICONS } from './icons.tsx'
import { Text } from './text.tsx'

const LINKS: Readonly<Record<Link, readonly [className: string, word: string]>> = {
  connecting: ['pass', 'Connecting'],
  live: ['good', 'Live'],
  away: ['warn', 'Not connected'],
  refused: ['warn', 'Signed out'],
}

/** The project, the connection status and the search. */
export function Top({ about }: { readonly about: About | undefined }) {
  const [className, word] = LINKS[link.value]
  return (
    <header class="top">
      <a class="brand" href="/">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="#1d5fd1" />
          <path d="M9 7v18M23 7v18M9 16h14" stroke="#fff" stroke-width="4" stroke-linecap="round" />
        </svg>
        Holdpoint
      </a>
      <span class="project" title={about && visible(about.project.root)}>
        <Text of={about?.project.name} />
      </span>
      <span class={`live ${className}`} role="status">
        {word}
      </span>
      <search>
        <Search />
      </search>
      <button type="button" onClick={toggleTheme} class="icon" aria-label={`Theme: ${theme.value}. Switch it`}>
        <Icon path={theme.value === 'dark' ? ICONS.moon : ICONS.sun} />
      </button>
      <button type="button" onClick={() => help()?.showModal()} class="icon" aria-label="Keyboard shortcuts">
        ?
      </button>
    </header>
  )
}

function Search() {
  const { path, query } = place.value
  const search = (text: string): void => {
    const others = path === '/timeline' ? Object.fromEntries(query) : {}
    go(address('/timeline', { ...others, q: text.trim() }))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        search(document.querySelector<HTMLInputElement>('#search')?.value ?? '')
      }}
    >
      <input
        id="search"
        name="q"
        type="search"
        maxLength={200}
        key={query.get('q') ?? ''}
        defaultValue={query.get('q') ?? ''}
        placeholder="Search decisions   /"
        aria-label="Search decisions"
      />
    </form>
  )
}
