import { signal } from '@preact/signals'

type Theme = 'light' | 'dark'

const KEY = 'holdpoint-theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')

const chosen = document.documentElement.dataset['theme']
export const theme = signal<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light')

system.addEventListener('change', () => {
  if (document.documentElement.dataset['theme'] === undefined) theme.value = system.matches ? 'dark' : 'light'
})

export function toggleTheme(): void {
  theme.value = theme.value === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset['theme'] = theme.value
  try {
    localStorage.setItem(KEY, theme.value)
  } catch {
    // Storage can be forbidden; then the choice lasts until the page is closed.
  }
}
