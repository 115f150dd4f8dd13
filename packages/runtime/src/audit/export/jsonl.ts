import type { Exported } from './pages.ts'

/** The lines as they were written: what a program reads must not depend on how we show it. */
export const jsonLines = (page: readonly Exported[]): string => page.map(({ line }) => `${line}\n`).join('')
