import { computed, signal } from '@preact/signals'

/** Where the page is. Everything that can be chosen on it stands here, so that a link or the back button restores it. */
const href = signal(window.location.href)

export const place = computed(() => {
  const { pathname, searchParams } = new URL(href.value)
  return { path: pathname, query: searchParams }
})

window.addEventListener('popstate', () => {
  href.value = window.location.href
})

/** `replace`: while somebody types, only the last word should be in the history. */
export function go(to: string, { replace = false, keepScroll = false } = {}): void {
  const next = new URL(to, window.location.href)
  if (next.href === href.value) return
  window.history[replace ? 'replaceState' : 'pushState'](null, '', next)
  const isOtherPage = next.pathname !== new URL(href.value).pathname
  href.value = next.href
  if (!isOtherPage || keepScroll) return
  window.scrollTo(0, 0)
  isOnTheWay = true
}

let isOnTheWay = false

/** The title of a page that was gone to takes the focus, so that who reads with the ears hears that it begins. */
export function arrive(title: HTMLElement | null): void {
  if (isOnTheWay) title?.focus()
  isOnTheWay = false
}

/** The address of a page with these choices; empty ones are left out. */
export function address(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const text = new URLSearchParams(given).toString()
  return text === '' ? path : `${path}?${text}`
}

/** This page with some choices changed. */
export function changed(query: Readonly<Record<string, string | undefined>>): string {
  const now = Object.fromEntries(place.value.query)
  return address(place.value.path, { ...now, ...query })
}

/** Links of our own change the page without loading it again; all that a browser can do with a link stays possible. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.origin !== window.location.origin || link.hash !== '') return
  event.preventDefault()
  go(link.href)
}
