/** Cases whose answer changed, and cases that only one side has; sorted by id. */
export function compared(before, after) {
  const [old, now] = [before, after].map((rows) => new Map(rows.map(({ id, answer }) => [id, answer])))
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .map((id) => ({ id, before: old.get(id), after: now.get(id) }))
    .filter(({ before: b, after: a }) => JSON.stringify(b) !== JSON.stringify(a))
}

export function describeDifference({ id, before, after }) {
  if (before === undefined) return `\n${id}\n  new case, not recorded yet: ${short(after)}`
  if (after === undefined) return `\n${id}\n  recorded, but there is no such case any more`
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return [`\n${id}`, ...changed.map((key) => `  ${key}\n    - ${short(before[key])}\n    + ${short(after[key])}`)].join(
    '\n',
  )
}

const short = (value) => {
  const text = JSON.stringify(value) ?? '(nothing)'
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text
}
