// The two diagrams of the documentation as SVG. They bring their own background, so that they can be read on light and
// dark pages alike, and follow the reader's colour scheme.

const STYLE = `
  .ground { fill: #ffffff; stroke: #d0d7de }
  .box { fill: #f6f8fa; stroke: #57606a }
  .main { fill: #ddf4ff; stroke: #0969da }
  .limit { fill: #fff8c5; stroke: #9a6700 }
  text { fill: #1f2328; font: 16px system-ui, sans-serif }
  .title { font-weight: 600 }
  .note { fill: #57606a; font-size: 14.5px }
  .way { stroke: #57606a; stroke-width: 1.6; fill: none }
  .head { fill: #57606a }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; stroke: #3d444d }
    .box { fill: #161b22; stroke: #9198a1 }
    .main { fill: #0c2d6b; stroke: #58a6ff }
    .limit { fill: #3b2300; stroke: #d29922 }
    text { fill: #f0f6fc }
    .note { fill: #b1bac4 }
    .way { stroke: #9198a1 }
    .head { fill: #9198a1 }
  }`

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A box with a title and notes below it, centred. */
function box({ x, y, width, height, title, notes = [], kind = 'box' }) {
  const middle = x + width / 2
  const top = y + height / 2 - (notes.length * 20) / 2 + 5
  const lines = notes.map(
    (note, index) =>
      `<text class="note" x="${middle}" y="${top + 21 + index * 20}" text-anchor="middle">${escaped(note)}</text>`,
  )
  return [
    `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`,
    `<text class="title" x="${middle}" y="${top}" text-anchor="middle">${escaped(title)}</text>`,
    ...lines,
  ].join('\n')
}

/** A path through the points with a head at its end, which is reached horizontally or vertically. */
function arrow(...points) {
  const [[fromX, fromY], [x, y]] = points.slice(-2)
  const [dx, dy] = [Math.sign(x - fromX), Math.sign(y - fromY)]
  const head = [
    [x, y],
    [x - 9 * dx - 5 * dy, y - 9 * dy - 5 * dx],
    [x - 9 * dx + 5 * dy, y - 9 * dy + 5 * dx],
  ]
  return `<path class="way" d="M${points.map((point) => point.join(' ')).join('L')}"/><path class="head" d="M${head.map((point) => point.join(' ')).join('L')}Z"/>`
}

const label = (x, y, text, anchor = 'middle') =>
  `<text class="note" x="${x}" y="${y}" text-anchor="${anchor}">${escaped(text)}</text>`

function picture({ width, height, title, parts }) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

/** From a tool call to its answer. */
export function pathOfAnEvent() {
  const size = { width: 196, height: 98 }
  const column = (index) => 16 + index * (size.width + 30)
  const row = (index) => 16 + index * (size.height + 34)
  const steps = [
    [0, 0, 'Agent', ['Claude Code calls a tool:', 'git push --force …']],
    [1, 0, 'One entry per event', ['JSON on stdin']],
    [2, 0, 'Daemon or process', ['same code, same answer']],
    [2, 1, 'Effects', ['what the command runs,', 'reads, writes, sends']],
    [1, 1, 'Hooks', ['packs, rules, your code,', 'one after the other'], 'main'],
    [0, 1, 'One verdict', ['the strictest wins,', 'every reason is kept']],
    [0, 2, 'Audit', ['one line per decision,', 'secrets masked']],
    [1, 2, 'Answer', ['pass, deny, ask, rewrite,', 'block, context'], 'main'],
    [2, 2, 'Agent and user', ['reason, next step,', 'holdpoint why k3f9']],
  ]
  const along = ([from, fromRow], [to, toRow]) => {
    if (from === to)
      return arrow(
        [column(from) + size.width / 2, row(fromRow) + size.height],
        [column(to) + size.width / 2, row(toRow) - 2],
      )
    const y = row(fromRow) + size.height / 2
    return to > from
      ? arrow([column(from) + size.width, y], [column(to) - 2, y])
      : arrow([column(from), y], [column(to) + size.width + 2, y])
  }
  return picture({
    width: column(2) + size.width + 16,
    height: row(2) + size.height + 16,
    title: 'The path of an event: from the agent through one hook entry to the hooks and back with one answer',
    parts: [
      ...steps.map(([x, y, title, notes, kind]) => box({ ...size, x: column(x), y: row(y), title, notes, kind })),
      ...steps.slice(1).map((step, index) => along(steps[index], step)),
    ],
  })
}

/** Which file decides. */
export function layersOfPolicy() {
  const layers = [
    ['One run', 'HOLDPOINT_OFF=… in your terminal'],
    ['You, in this project', 'holdpoint.local.yml'],
    ['The project', 'holdpoint.yml'],
    ['You', '~/.config/holdpoint/holdpoint.yml', 'main'],
    ['Defaults', 'preset recommended'],
  ]
  const row = (index) => 20 + index * 82
  const limit = { x: 422, width: 246, kind: 'limit' }
  return picture({
    width: 684,
    height: row(4) + 94,
    title: 'Layers of policy: each one overrides the one below it, and the managed file limits all of them',
    parts: [
      ...layers.map(([title, note, kind], index) =>
        box({ x: 92, y: row(index), width: 296, height: 64, title, notes: [note], kind }),
      ),
      arrow([52, row(4) + 64], [52, row(0) + 2]),
      label(52, row(4) + 84, 'overrides'),
      box({
        ...limit,
        y: row(0),
        height: 84,
        title: 'Managed file',
        notes: ['/etc/holdpoint/holdpoint.yml', 'limits every layer'],
      }),
      arrow([limit.x, row(0) + 32], [390, row(0) + 32]),
      box({
        ...limit,
        y: row(1) + 18,
        height: 112,
        title: 'Repositories only tighten',
        notes: ['looser values wait for', 'holdpoint trust'],
      }),
      arrow([limit.x, row(1) + 32], [390, row(1) + 32]),
      arrow([limit.x, row(2) + 32], [390, row(2) + 32]),
    ],
  })
}
