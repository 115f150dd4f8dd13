import { useEffect, useRef } from 'preact/hooks'
import { plural } from '../data/words.ts'
import { Icon, ICONS } from './icons.tsx'

const PAGES = [
  ['/', 'Overview', ICONS.overview],
  ['/timeline', 'Timeline', ICONS.timeline],
  ['/approvals', 'Approvals', ICONS.approvals],
  ['/sessions', 'Sessions', ICONS.sessions],
  ['/hooks', 'Hooks', ICONS.hooks],
  ['/config', 'Configuration', ICONS.config],
  ['/state', 'State', ICONS.state],
] as const

interface NavProps {
  readonly path: string
  /** Refused calls that wait for the user. */
  readonly pending: number
}

export function Nav({ path, pending }: NavProps) {
  const list = useRef<HTMLUListElement>(null)
  // On a phone the list is wider than the screen.
  useEffect(() => {
    const [tabs, tab] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')]
    if (tabs === null || tab === null || tab === undefined) return
    tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2
  }, [path, pending > 0])
  return (
    <nav class="side" aria-label="Pages">
      <ul ref={list}>
        {PAGES.map(([to, name, icon]) => (
          <li key={to}>
            <a href={to} aria-current={path === to ? 'page' : undefined}>
              <Icon path={icon} />
              {name}
              {to === '/approvals' && pending > 0 && (
                <span class="badge" title={`${plural(pending, 'refused call')} can be allowed once`}>
                  {pending}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
