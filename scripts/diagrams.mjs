// The two diagrams of the documentation as SVG. They bring their own background, so that they can be read on light and
// dark pages alike, and follow the reader's colour scheme.

const STYLE = `
  .ground { fill: #ffffff; stroke: #d0d7de }
  .box { fill: #f6f8fa; stroke: #57606a }
  .main { fill: #ddf4ff; stroke: #0969da }
  .limit { fill: #fff8c5; stroke: #9a6700 }
  text { fill: #1f2328; font: 15px system-ui, sans-serif }
  .title { font-weight: 600 }
  .note { fill: #57606a; font-size: 13px }
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
  const top = y + height / 2 - (notes.length * 18) / 2 + 5
  const lines = notes.map(
    (note, index) =>
      `<text class="note" x="${middle}" y="${top + 19 + index * 18}" text-anchor="middle">${escaped(note)}</text>`,
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
export function wayOfAnEvent() {
  const [left, middle, right] = [30, 320, 610]
  const size = { width: 220, height: 82 }
  const row = (index) => 30 + index * 132
  return picture({
    width: 860,
    height: 408,
    title: 'The way of an event: from the agent through one hook entry to the hooks and back with one answer',
    parts: [
      box({ ...size, x: left, y: row(0), title: 'Claude Code', notes: ['git push --force origin main'] }),
      box({ ...size, x: middle, y: row(0), title: 'One entry per event', notes: ['JSON on stdin'] }),
      box({ ...size, x: right, y: row(0), title: 'Daemon or process', notes: ['same code, same answer'] }),
      box({
        ...size,
        x: right,
        y: row(1),
        title: 'Effects',
        notes: ['what the command runs,', 'reads, writes and sends'],
      }),
      box({
        ...size,
        x: middle,
        y: row(1),
        title: 'Hooks',
        kind: 'main',
        notes: ['packs, your rules, your code', 'one after the other'],
      }),
      box({
        ...size,
        x: left,
        y: row(1),
        title: 'One verdict',
        notes: ['the strictest wins,', 'every reason is kept'],
      }),
      box({ ...size, x: left, y: row(2), title: 'Audit', notes: ['one line per decision,', 'before the answer'] }),
      box({
        ...size,
        x: middle,
        y: row(2),
        title: 'Answer',
        kind: 'main',
        notes: ['pass, deny, ask, rewrite,', 'block, context'],
      }),
      box({
        ...size,
        x: right,
        y: row(2),
        title: 'Agent and user',
        notes: ['reason, next step,', 'holdpoint why k3f9'],
      }),
      arrow([left + 220, row(0) + 41], [middle - 2, row(0) + 41]),
      arrow([middle + 220, row(0) + 41], [right - 2, row(0) + 41]),
      arrow([right + 110, row(0) + 82], [right + 110, row(1) - 2]),
      arrow([right, row(1) + 41], [middle + 222, row(1) + 41]),
      arrow([middle, row(1) + 41], [left + 222, row(1) + 41]),
      arrow([left + 110, row(1) + 82], [left + 110, row(2) - 2]),
      arrow([left + 220, row(2) + 41], [middle - 2, row(2) + 41]),
      arrow([middle + 220, row(2) + 41], [right - 2, row(2) + 41]),
    ],
  })
}

/** Which file decides. */
export function layersOfPolicy() {
  const layers = [
    ['One run', 'HOLDPOINT_OFF=… in your terminal'],
    ['You, in this project', 'holdpoint.local.yml'],
    ['The project', 'holdpoint.yml'],
    ['You', '~/.config/holdpoint/holdpoint.yml'],
    ['Defaults', 'preset recommended'],
  ]
  const row = (index) => 30 + index * 76
  return picture({
    width: 860,
    height: 424,
    title: 'Layers of policy: each one overrides the one below it, and the managed file limits all of them',
    parts: [
      ...layers.map(([title, note], index) =>
        box({
          x: 130,
          y: row(index),
          width: 400,
          height: 60,
          title,
          notes: [note],
          kind: index === 3 ? 'main' : 'box',
        }),
      ),
      arrow([80, row(4) + 60], [80, row(0) + 2]),
      label(80, row(4) + 78, 'overrides'),
      box({
        x: 580,
        y: row(0),
        width: 250,
        height: 136,
        title: 'Managed file',
        kind: 'limit',
        notes: ['/etc/holdpoint/holdpoint.yml', 'no layer can be looser'],
      }),
      arrow([580, row(0) + 30], [538, row(0) + 30]),
      box({
        x: 580,
        y: row(2),
        width: 250,
        height: 136,
        title: 'A repository only tightens',
        kind: 'limit',
        notes: ['what loosens your settings', 'waits for holdpoint trust'],
      }),
      arrow([580, row(2) + 30], [538, row(2) + 30]),
    ],
  })
}
