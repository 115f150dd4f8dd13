import type { Exported } from './pages.ts'

/** The lines as they were written: machine output must not depend on how Holdpoint displays them. */
export const jsonLines = (page: readonly Exported[]): string => page.map(({ line }) => `${line}\n`).join('')
