/** What the four packs of the harness have in common: one preset, one order, and the first denial ends them all. */
export const HARNESS = { group: 'harness', order: 10, endsAtFirstDenial: true } as const
