const HEAD = '<!-- generated: npm run generate — do not edit -->'

const FAILING = { open: 'passes', ask: 'asks', closed: 'denies' }

const enabledBy = ({ enabledBy: by, id }, group) =>
  ({
    always: 'nothing: it is always on, and only your own configuration can loosen it',
    recommended: `the presets \`recommended\` and \`${group}\``,
    preset: `the preset \`${group}\``,
    level: 'its own level or its pack’s; it is in no preset',
    call: `a call: \`holdpoint hook run ${id}\`; no event starts it`,
  })[by]

function hookPage({ meta, facts: { group }, defaults }) {
  const facts = [
    ['Runs at', meta.on.join(', ') + (meta.tools ? ` (${meta.tools.join(', ')} tools)` : '')],
    ['Matcher', meta.matcher ? `\`${meta.matcher}\`` : 'everything'],
    ['Role', meta.role],
    ['When it fails itself', meta.onError === 'open' ? 'passes, and says so once' : FAILING[meta.onError]],
    ['Time limit', `${meta.timeoutMs / 1000} s`],
    ['Switched on by', enabledBy(meta, group)],
    ...Object.entries(meta.presets ?? {}).map(([preset, given]) => [
      `The preset \`${preset}\` sets`,
      Object.entries(given)
        .map(([name, value]) => `\`${name}: [${value.join(', ')}]\``)
        .join(', '),
    ]),
    ...(meta.needsTrust
      ? [['Needs trust', 'where we are installed for all projects, and only the project’s files switch it on']]
      : []),
    ['Also called', meta.aliases.map((alias) => `\`${alias}\``).join(', ') || 'nothing else'],
  ]
  const entries = Object.entries(meta.options.entries)
  const options = entries.map(([name, schema]) => {
    const value = `\`${JSON.stringify(defaults[name])}\``
    return [`\`${name}\``, value, descriptionOf(schema)]
  })
  const messages = Object.entries(meta.messages).map(([id, { what, why, fix, exact }]) => [
    `\`${id}\``,
    exact ?? [what, why, fix].filter((part) => part !== '').join(' '),
  ])
  return [
    `# ${meta.id}`,
    meta.summary,
    table(['', ''], facts),
    ...(options.length > 0 ? ['## Options', table(['option', 'default', 'meaning'], options)] : []),
    ...(messages.length > 0 ? ['## Messages', table(['id', 'text'], messages)] : []),
    '## Configuration',
    `\`\`\`yaml\nhooks:\n  ${meta.id}:\n    level: on # off | observe | warn | on${optionLines(defaults)}\n\`\`\``,
  ].join('\n\n')
}

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

export function packPage({ name, summary }, hooks) {
  const own = hooks.filter((hook) => hook.pack === name)
  const pages = own.map((hook) => hookPage(hook).replace(/^#/gm, '##'))
  return `${HEAD}\n\n# Pack ${name}\n\n${summary}\n\n${index(own, () => '')}\n\n${pages.join('\n\n')}\n`
}

export const pagesIndex = (hooks) => `${HEAD}\n\n# All hooks\n\n${index(hooks, ({ pack }) => `${pack}.md`)}\n`

const index = (hooks, page) =>
  table(
    ['hook', 'what it does', 'runs at', 'when it fails'],
    hooks.map((hook) => [
      `[${hook.meta.id}](${page(hook)}#${hook.meta.id.replace('/', '')})`,
      hook.meta.summary,
      hook.meta.on.join(', '),
      FAILING[hook.meta.onError],
    ]),
  )

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
