/** How much of something: a tenth of it in `npm test`, all of it in `npm run test:slow`. */
export const scaled = (count: number): number =>
  process.env['HOLDPOINT_ALL_RUNS'] === undefined ? Math.ceil(count / 10) : count

/** How often a property is tried. */
export const tries = (count: number): { readonly numRuns: number } => ({ numRuns: scaled(count) })
