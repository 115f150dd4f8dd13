import type { Kind } from '../data/kinds.ts'

/** Drawn on a grid of 16, in the colour of the text around it. */
const SHAPES: Readonly<Record<Kind | 'unknown', string>> = {
  deny: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM5 5l6 6M11 5l-6 6',
  block: 'M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2ZM4.5 8h7',
  ask: 'M8 1 15 8l-7 7-7-7ZM6.6 6.6a1.5 1.5 0 1 1 2 1.4q-.6.3-.6 1M8 11v.2',
  feedback: 'M2 3h12v8H7l-3 3v-3H2Z',
  allow: 'M2 8.5 6 12.5 14 3.5',
  pass: 'M3 8h10',
  unknown: 'M3 3h10v10H3Z',
}

export const Shape = ({ kind }: { readonly kind: Kind | 'unknown' }) => <Icon path={SHAPES[kind]} />

export const Icon = ({ path }: { readonly path: string }) => (
  <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true">
    <path d={path} stroke-linecap="round" stroke-linejoin="round" />
  </svg>
)

export const ICONS = {
  overview: 'M2 14V9h3v5M6.5 14V2h3v12M11 14V6h3v8',
  timeline: 'M2 3h12M2 8h12M2 13h8',
  approvals: 'M5 7V4.5a3 3 0 0 1 5.6-1.5M3 7h10v7H3ZM8 10v1.5',
  sessions: 'M3 2v12M3 5h5M3 11h5M11 3.5h2v3h-2ZM11 9.5h2v3h-2Z',
  hooks: 'M8 1.5v7a3 3 0 1 1-6 0V7M8 4a2 2 0 1 1 4 0',
  config: 'M2 4h7M13 4h1M11 2.5v3M2 12h1M7 12h7M5 10.5v3M2 8h5M11 8h3M9 6.5v3',
  state: 'M1 8h3l2-5 4 10 2-5h3',
  good: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1ZM5 8.2 7.2 10.4 11 6',
  warn: 'M8 1.5 15 14H1ZM8 6v4M8 12v.2',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1v1M8 14v1M1 8h1M14 8h1M3 3l.7.7M12.3 12.3l.7.7M3 13l.7-.7M12.3 3.7 13 3',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
} as const
