import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importSource, root } from './bundle.mjs'

const HEAD = '<!-- generated: npm run generate, from the results that npm run e2e:all writes — do not edit -->'

/** docs/hosts.md: what was seen on the real program of each agent. */
export async function hostsPage() {
  const { HOSTS, PROOFS } = await importSource(
    "export { HOSTS } from '@holdpoint/hosts'; export { PROOFS } from './test/e2e/harness/proofs.ts'",
  )
  const seen = HOSTS.flatMap(({ id, title, support }) => {
    const file = join(root, 'test/e2e/results', `${id}.json`)
    return existsSync(file) ? [{ title, support, ...JSON.parse(readFileSync(file, 'utf8')) }] : []
  })
  return `${HEAD}

# Agents: what was seen

Each cell is what the real program did, at the version and on the day below, against a scripted model on loopback. \`npm run e2e:all\` repeats it. A dash: not tried, or the agent has no such thing; its guide says which.

${table(['agent', 'package', 'version', 'date'], seen.map(versionRow))}

## Events and verdicts

${table(
  ['event', 'Holdpoint answers', ...seen.map(({ title }) => title)],
  Object.entries(PROOFS).map(([id, [event, answer]]) => [event, answer, ...seen.map(({ shown }) => shown[id] ?? '–')]),
)}

## Cost

Seconds to install from the npm registry, megabytes on disk, and seconds of all its tests, on two cores that did other work at the same time.

${table(['agent', 'install, s', 'size, MB', 'tests, s'], seen.map(costRow))}
`
}

const versionRow = ({ title, package: name, version, date }) => [title, `\`${name}\``, version, date]
const costRow = ({ title, install, seconds }) => [title, install?.seconds ?? '–', install?.megabytes ?? '–', seconds]

/** Columns padded as the formatter pads them. */
function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, index) => Math.max(3, ...all.map((row) => row[index].length)))
  const line = (row) => `| ${row.map((cell, index) => cell.padEnd(widths[index])).join(' | ')} |`
  return [line(all[0]), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...all.slice(1).map(line)].join(
    '\n',
  )
}
