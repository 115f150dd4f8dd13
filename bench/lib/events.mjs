// Measures one event of each kind, answered in every way there is, in the same rounds.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installScripts, ONE_LINE_GUARD, scriptsFor } from '../baseline/harness.mjs'
import { safetyNet } from '../baseline/safety-net.mjs'
import { hasTools } from './machine.mjs'
import { eventsIn, harnessProject, nodeCase, withPlace } from './project.mjs'
import { measureRounds } from './rounds.mjs'

export const PRESETS = ['recommended', 'harness', 'all']
export const SCRIPTS = 'shell scripts'
const [TRUE, NODE, GIT] = ['/bin/true', 'node -e 0', 'git status']

/**
 * The figures of every event: `{ rounds, remarks, nothing, node, git, events: [{ label, scripts, ways: { name: figure } }] }`.
 * `clientsOf(place)` are the ways; each is measured with every preset, next to what others do.
 */
export const measureEvents = ({ rounds, note, clientsOf }) =>
  withPlace(async (place) => {
    const projects = PRESETS.map((preset) => ({ preset, events: eventsIn(harnessProject(place.folder, preset)) }))
    const clients = clientsOf(place).filter((client) => isThere(client, note))
    try {
      for (const client of clients) await client.prepare(projects.map(({ events }) => events.find(isStart)))
      const named = amid(bareStarts(place, projects[0].events[0].project), [
        ...clients.flatMap((client) => projects.flatMap((project) => askedBy(client, project))),
        ...baselinesIn(place, note),
      ])
      const progress = (round, all) => note(`round ${Math.max(0, round)} of ${all}`, true)
      const figures = await measureRounds(named, { rounds, place, progress })
      const remarks = clients.flatMap((client) => projects.map((project) => declined(client, project)))
      return { rounds, remarks: (await Promise.all(remarks)).flat(), ...byEvent(projects[0].events, figures) }
    } finally {
      for (const client of clients) client.close()
    }
  })

function byEvent(events, figures) {
  const figureOf = (name) => figures.find((figure) => figure.name === name)
  const waysOf = (label) =>
    figures
      .filter(({ name }) => name.startsWith(`${label}: `))
      .map((figure) => [figure.name.slice(label.length + 2), figure])
  return {
    nothing: figureOf(TRUE),
    node: figureOf(NODE),
    git: figureOf(GIT),
    events: events.map((event) => ({
      label: event.label,
      scripts: scriptsFor(event).length,
      ways: Object.fromEntries(waysOf(event.label)),
    })),
  }
}

/** All ratios have the same denominator, whose own scatter would be in every one of them. */
const amid = (starts, cases) => cases.flatMap((one, index) => (index % 12 === 0 ? [...starts, one] : [one]))

const bareStarts = (place, project) => [
  { name: TRUE, case: { cwd: place.folder, program: [existsSync(TRUE) ? TRUE : '/usr/bin/true'] } },
  { name: NODE, case: nodeCase(place) },
  { name: GIT, case: { cwd: project, program: ['git', 'status', '--porcelain=v2', '--branch', '-z'] } },
]

const askedBy = (client, { preset, events }) =>
  events.flatMap((event) => {
    const one = client.run(event)
    if (one === undefined) return []
    const name = `${event.label}: ${client.name}, ${preset}`
    const measured = 'work' in one ? one : { case: one }
    return [{ name, mayEndWith: [0, 2], cpuElsewhere: client.cpuElsewhere, ...measured }]
  })

const isStart = ({ name }) => name === 'SessionStart'

function isThere(client, note) {
  const is = client.isAvailable()
  if (!is) note(`${client.name}: not available here, left out`)
  return is
}

/** A figure is a warm one only if the daemon gives the answer. The start of a session brings the environment. */
async function declined({ name, ask }, { preset, events }) {
  if (ask === undefined) return []
  const asked = events.filter((event) => !isStart(event))
  const answers = await Promise.allSettled(asked.map(ask))
  return asked
    .filter((_, index) => answers[index].status === 'rejected')
    .map(({ label }) => `${label}, ${name}, ${preset}: the daemon declined, so a process answered.`)
}

/** What users have instead: the document's scripts for every event, and two guards for a command. */
function baselinesIn({ folder }, note) {
  const events = eventsIn(harnessProject(folder, 'others', 'recommended'))
  const script = installScripts(join(folder, 'scripts'))
  const one = (event, way, what) => ({
    name: `${event.label}: ${way}`,
    mayEndWith: [0, 2],
    case: { cwd: event.project, env: { CLAUDE_PROJECT_DIR: event.project }, input: event.input, ...what },
  })
  const commands = events.filter(({ tool }) => tool === 'Bash')
  const net = safetyNet(note)
  const hasJq = hasTools(['bash', 'jq', 'git'], 'The shell scripts to compare with need these tools')
  return [
    ...(hasJq ? events.map((event) => one(event, SCRIPTS, { each: scriptsFor(event).map(script) })) : []),
    ...(hasJq ? commands.map((event) => one(event, 'one-line guard', { program: ONE_LINE_GUARD })) : []),
    ...(net === undefined ? [] : commands.map((event) => one(event, net.name, { program: net.program }))),
  ]
}
