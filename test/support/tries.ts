/** How often a property is tried: a tenth of the count in `npm test`, all of it in `npm run test:slow`. */
export const tries = (count: number): { readonly numRuns: number } => ({
  numRuns: process.env['HOLDPOINT_ALL_RUNS'] === undefined ? Math.ceil(count / 10) : count,
})
