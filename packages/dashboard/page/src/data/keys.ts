/** Single-key shortcuts, ignored while the user types. */

export const help = (): HTMLDialogElement | null => document.querySelector<HTMLDialogElement>('#help')

export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
  const act = ACTIONS[event.key]
  if (act === undefined || help()?.open) return
  event.preventDefault()
  act()
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea') !== null

const ACTIONS: Readonly<Record<string, () => void>> = {
  '/': () => document.querySelector<HTMLInputElement>('#search')?.select(),
  '?': () => help()?.showModal(),
  j: () => step(1),
  k: () => step(-1),
  p: () => document.querySelector<HTMLButtonElement>('#pause')?.click(),
}

/** Moves to the next row that can be opened, from the current focus. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))
  rows[next]?.focus()
  rows[next]?.scrollIntoView({ block: 'nearest' })
}
