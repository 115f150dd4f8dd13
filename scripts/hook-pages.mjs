import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundle.mjs'

const HEAD = '<!-- generated: npm run generate — do not edit -->'

const FAILING = { open: 'passes, with one notice', ask: 'asks', closed: 'denies' }

/** Kinds of events, in the names that Claude Code uses. */
const EVENTS = {
  'tool.before': 'PreToolUse',
  'tool.after': 'PostToolUse',
  permission: 'PermissionRequest',
  'prompt.submit': 'UserPromptSubmit',
  'prompt.command': 'UserPromptExpansion',
  'session.start': 'SessionStart',
  'session.end': 'SessionEnd',
  'turn.stop': 'Stop',
  'agent.start': 'SubagentStart',
  'agent.stop': 'SubagentStop',
  'task.created': 'TaskCreated',
  'task.completed': 'TaskCompleted',
  'teammate.idle': 'TeammateIdle',
  'compact.before': 'PreCompact',
  notification: 'Notification',
}

const eventsOf = ({ on, events }) => events ?? on.map((kind) => EVENTS[kind] ?? kind)

const enabledBy = ({ enabledBy: by, id }, group) =>
  ({
    always: '**Always on.** Only your own configuration and the managed one can loosen it.',
    recommended: `**Switched on by** the presets \`recommended\` and \`${group}\`.`,
    preset: `**Switched on by** the preset \`${group}\`.`,
    level: '**Switched on by** its own level or the level of its pack. It is in no preset.',
    call: `**Runs when called** with \`holdpoint hook run ${id}\`. No event starts it.`,
  })[by]

function hookPage({ meta, facts: { group }, defaults }, examples) {
  const tools = meta.tools ? `, for ${list(meta.tools)} tools` : ''
  const facts = [
    `**Runs at** ${list(eventsOf(meta))}${tools}${meta.matcher ? `; matcher \`${meta.matcher}\`` : ''}.`,
    enabledBy(meta, group),
    ...Object.entries(meta.presets ?? {}).map(
      ([preset, given]) => `**The preset \`${preset}\` sets** ${list(Object.entries(given).map(setting))}.`,
    ),
    ...(meta.needsTrust
      ? ['**Needs trust** if Holdpoint is installed for all projects and only the project’s files switch the hook on.']
      : []),
    `**If the hook itself fails** or exceeds ${meta.timeoutMs / 1000} s, the action ${
      { open: 'goes on, with one notice', ask: 'needs your approval', closed: 'is denied' }[meta.onError]
    }.`,
    ...(meta.aliases.length > 0 ? [`**Other names:** ${list(meta.aliases.map(code))}.`] : []),
  ]
  const options = Object.entries(meta.options.entries).map(([name, schema]) => [
    code(name),
    defaults[name] === undefined ? 'not set' : code(JSON.stringify(defaults[name])),
    descriptionOf(schema),
  ])
  const messages = Object.entries(meta.messages).map(([id, message]) => [
    code(id),
    messageText(message),
    // The cases of a hook that asks others name the answers that the test gives, not what a user would see.
    meta.asksOthers ? '' : (examples.get(`${meta.id} ${id}`) ?? ''),
  ])
  return [
    `# ${meta.id}`,
    meta.summary,
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...(options.length > 0 ? ['## Options', table(['option', 'default', 'meaning'], options)] : []),
    ...(messages.length > 0 ? ['## Messages', table(['id', 'text', 'for example'], messages)] : []),
    '## Configuration',
    `\`\`\`yaml\nhooks:\n  ${meta.id}:\n    level: on # off | observe | warn | on${optionLines(defaults)}\n\`\`\``,
  ].join('\n\n')
}

const messageText = ({ what, why, fix, exact }) => exact ?? [what, why, fix].filter((part) => part !== '').join(' ')
const setting = ([name, value]) => `\`${name}: [${value.join(', ')}]\``
const list = (words) => words.join(', ')
const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

const optionLines = (defaults) =>
  Object.keys(defaults).length === 0
    ? ''
    : `\n    options:${Object.entries(defaults)
        .map(([name, value]) => `\n      ${name}: ${JSON.stringify(value)}`)
        .join('')}`

export function descriptionOf(schema) {
  const inner = schema.wrapped ?? schema
  return (inner.pipe ?? []).find((step) => step.type === 'description')?.description ?? ''
}

/** The shortest command or file in the recorded case tables for which a hook used a message, by `hook message`. */
function recordedExamples() {
  const shortest = new Map()
  const rows = readFileSync(join(root, 'test/golden/table.jsonl'), 'utf8').trim().split('\n')
  for (const { audit = [] } of rows.map((row) => JSON.parse(row)))
    for (const { subject = '', hooks = [] } of audit)
      for (const { id, messageId } of hooks) {
        const key = `${id} ${messageId}`
        const text = subject.replaceAll('{project}/', '')
        if (messageId === undefined || !/^[ -~]{4,90}$/.test(text)) continue
        if (!shortest.has(key) || text.length < shortest.get(key).length) shortest.set(key, text)
      }
  return new Map([...shortest].map(([key, text]) => [key, code(text)]))
}

const NOTE =
  'Words in braces, such as `{path}`, are filled in. In a session the names of the hooks and the id of the decision follow: `(guard/no-force-push, holdpoint why k3f9q2)`.'

export function packPage({ name, summary }, hooks) {
  const own = hooks.filter((hook) => hook.pack === name)
  const examples = recordedExamples()
  const pages = own.map((hook) => hookPage(hook, examples).replace(/^#/gm, '##'))
  return `${HEAD}\n\n# Pack ${name}\n\n${summary}\n\n${index(own, () => '')}\n\n${NOTE}\n\n${pages.join('\n\n')}\n`
}

export const pagesIndex = (hooks) => `${HEAD}\n\n# All hooks\n\n${index(hooks, ({ pack }) => `${pack}.md`)}\n`

const index = (hooks, page) =>
  table(
    ['hook', 'what it does', 'runs at', 'if it fails'],
    hooks.map((hook) => [
      `[${hook.meta.id}](${page(hook)}#${hook.meta.id.replace('/', '')})`,
      hook.meta.summary,
      list(eventsOf(hook.meta)),
      FAILING[hook.meta.onError],
    ]),
  )

/** A last column without any text is left out. */
function table(head, rows) {
  if (rows.every((row) => row.at(-1) === ''))
    return table(
      head.slice(0, -1),
      rows.map((row) => row.slice(0, -1)),
    )
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
