/** The time zone where it is about noon, and its date: no test of ours runs into midnight there. */
export const noon = zoneAtNoon(new Date())

function zoneAtNoon(now: Date): { readonly zone: string; readonly day: string } {
  const offset = 12 - now.getUTCHours()
  const day = new Date(now.getTime() + offset * 3_600_000).toISOString().slice(0, 10)
  // These names count the other way round: Etc/GMT-2 is two hours ahead.
  return { zone: offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`, day }
}
