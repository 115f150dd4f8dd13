import { place } from '../data/location.ts'
import { Icon, ICONS } from './icons.tsx'

const PAGES = [
  ['/', 'Overview', ICONS.overview],
  ['/timeline', 'Timeline', ICONS.timeline],
  ['/sessions', 'Sessions', ICONS.sessions],
  ['/hooks', 'Hooks', ICONS.hooks],
  ['/config', 'Configuration', ICONS.config],
  ['/state', 'State', ICONS.state],
] as const

export const Nav = () => (
  <nav class="side" aria-label="Pages">
    <ul>
      {PAGES.map(([path, name, icon]) => (
        <li key={path}>
          <a href={path} aria-current={place.value.path === path ? 'page' : undefined}>
            <Icon path={icon} />
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
