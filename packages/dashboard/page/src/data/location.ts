import { computed, signal } from '@preact/signals'

/** The address of the page. It holds every choice, so that a link or the back button restores it. */
const href = signal(window.location.href)

export const place = computed(() => {
  const { pathname, searchParams } = new URL(href.value)
  return { path: pathname, query: searchParams }
})

window.addEventListener('popstate', () => {
  href.value = window.location.href
})

/** `replace`: while the user types, only the last text should be in the history. */
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

/** Moves the focus to the title of the new page, so that screen readers announce it. */
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

/** Our own links change the page without a reload; all other uses of a link in a browser still work. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.origin !== window.location.origin || link.hash !== '') return
  event.preventDefault()
  go(link.href)
}
