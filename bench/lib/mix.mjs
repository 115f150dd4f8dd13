// The recorded mix: the events of one coding session, in the proportions and shapes in which a host sends them.
// bench/mix.jsonl has one payload per line, with `{{project}}`, `{{home}}` and `{{session}}` for what differs by run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aRepository, harnessFiles, root, sessionIn } from './project.mjs'

const recorded = readFileSync(join(root, 'bench/mix.jsonl'), 'utf8').trimEnd().split('\n')

/** A repository with every file that the session reads, edits or writes. */
export const mixProject = (folder, name, preset) =>
  aRepository(join(folder, `mix-${name}`), {
    branch: 'feature/units',
    files: { ...harnessFiles(preset), ...filesOf(recorded.map((line) => JSON.parse(line))) },
  })

function filesOf(payloads) {
  const files = payloads.flatMap(({ tool_input: input, tool_response: response }) => {
    const content = response?.file?.content ?? response?.originalFile ?? response?.content
    return typeof content === 'string' && input.file_path !== undefined ? [[input.file_path, content]] : []
  })
  return Object.fromEntries(files.map(([path, content]) => [path.replace('{{project}}/', ''), content]))
}

/** The mix as a host sends it from this project: `{ label, name, tool, project, input }`, in the order of the session. */
export const mixIn = (project, { HOME }) =>
  recorded.map((line) => {
    const places = { '{{project}}': project, '{{home}}': HOME, '{{session}}': sessionIn(project) }
    const input = line.replaceAll(/\{\{(?:project|home|session)\}\}/g, (name) => places[name])
    const { hook_event_name: name, tool_name: tool } = JSON.parse(input)
    return { label: labelOf(name, tool), name, tool, project, input: `${input}\n` }
  })

const GROUPS = { Bash: 'Bash', Edit: 'Edit, Write', Write: 'Edit, Write' }
const labelOf = (name, tool) => (tool === undefined ? name : `${name} ${GROUPS[tool] ?? 'other tools'}`)

/** Events that a client may send at any moment and in any number: all but start and end of a session. */
export const withinSession = (events) => events.filter(({ name }) => !/^Session(?:Start|End)$/.test(name))
