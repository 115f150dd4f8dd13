import { changed, place } from '../data/location.ts'

const PERIODS = [
  ['1h', 'hour'],
  ['1d', 'day'],
  ['7d', 'week'],
  ['30d', 'month'],
] as const

export const DEFAULT_PERIOD = '7d'

/** How far back, from the address. */
export const sinceNow = (): string => place.value.query.get('since') ?? DEFAULT_PERIOD

export const Period = () => (
  <nav class="chips" aria-label="Period">
    {PERIODS.map(([since, word]) => (
      <a
        key={since}
        href={changed({ since: since === DEFAULT_PERIOD ? undefined : since })}
        aria-current={sinceNow() === since ? 'true' : undefined}
      >
        {word}
      </a>
    ))}
  </nav>
)
