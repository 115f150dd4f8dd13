// A terminal session as an animated SVG: text and CSS only, no script, so that it plays wherever a picture is shown.

const CELL = { width: 8.4, height: 19 }
const PAD = 16
const BAR = 30
const COLOURS = {
  31: '#ff8a80',
  32: '#8fd9a8',
  33: '#f0c674',
  34: '#82b1ff',
  35: '#e29bd6',
  36: '#7fd4d9',
  90: '#8d99aa',
}

/**
 * Scenes in order: `typed` appears letter by letter at the prompt, then after `ms` what it printed, then there is time
 * to read. Every line stays where it is written; the screen scrolls when it is full, as a terminal does.
 */
export function recording(scenes, { columns = 96, rows = 27, title = '' } = {}) {
  const { lines, moves, seconds } = layOut(scenes, columns, rows)
  const width = Math.ceil(columns * CELL.width + 2 * PAD)
  const height = rows * CELL.height + 2 * PAD + BAR
  const percent = (second) => `${Math.min(100, (second / seconds) * 100).toFixed(2)}%`
  const style = [
    `text{font:13.5px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d8dee9;white-space:pre}`,
    `.b{font-weight:700}.d{fill:#8d99aa}`,
    ...Object.entries(COLOURS).map(([code, colour]) => `.c${code}{fill:${colour}}`),
    `g,.k{animation-duration:${seconds.toFixed(1)}s;animation-iteration-count:infinite;animation-timing-function:step-end}`,
    ...lines.map(({ at }, index) => `@keyframes l${index}{0%{opacity:0}${percent(at)}{opacity:1}}`),
    ...lines.flatMap(({ typing, cells }, index) => (typing ? [typingOf(index, typing, cells, percent)] : [])),
    `@keyframes up{0%{transform:none}${moves.map(({ at, by }) => `${percent(at)}{transform:translateY(-${by * CELL.height}px)}`).join('')}}`,
    `#up{animation-name:up}`,
    // With reduced motion the final screen is shown.
    `@media(prefers-reduced-motion:reduce){g,.k{animation:none!important}#up{transform:translateY(-${(moves.at(-1)?.by ?? 0) * CELL.height}px)}.k{display:none}}`,
  ].join('\n')
  const body = lines.map((line, index) => drawn(line, index)).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>${style}</style>
<rect width="${width}" height="${height}" rx="10" fill="#12171f"/>
<circle cx="20" cy="16" r="5" fill="#4a5464"/><circle cx="38" cy="16" r="5" fill="#4a5464"/><circle cx="56" cy="16" r="5" fill="#4a5464"/>
<svg x="${PAD}" y="${BAR + PAD}" width="${width - 2 * PAD}" height="${rows * CELL.height}">
<g id="up">
${body}
</g></svg></svg>
`
}

const TYPE_S = 0.035
const READ_S = 0.12
/** Output longer than the screen scrolls visibly. */
const LINE_S = 0.07

function layOut(scenes, columns, rows) {
  const lines = []
  const moves = []
  let now = 0.6
  const add = (line) => {
    lines.push({ ...line, at: line.at ?? now })
    if (lines.length > rows) moves.push({ at: line.at ?? now, by: lines.length - rows })
  }
  for (const { comment, typed, printed = '', ms = 0 } of scenes) {
    if (comment !== undefined) add({ spans: [{ text: `# ${comment}`, style: 'd' }], cells: comment.length + 2 })
    if (typed !== undefined) {
      const wrapped = wrap(
        [
          { text: '$ ', style: 'c32' },
          { text: typed, style: 'b' },
        ],
        columns,
      )
      for (const [index, spans] of wrapped.entries()) {
        const cells = cellsOf(spans)
        const skip = index === 0 ? 2 : 0
        const until = now + (cells - skip) * TYPE_S
        add({ spans, cells, typing: { from: now, until, skip } })
        now = until
      }
      now += Math.max(0.25, Math.min(1.2, ms / 1000))
    }
    const out = printed.replace(/\n$/, '').split('\n')
    for (const line of printed === '' ? [] : out)
      for (const spans of wrap(spansOf(line), columns)) {
        add({ spans, cells: cellsOf(spans) })
        now += LINE_S
      }
    now += 1 + Math.min(5, out.length * READ_S)
    add({ spans: [], cells: 0 })
  }
  return { lines, moves: moves.filter(({ at }, index) => moves[index + 1]?.at !== at), seconds: now + 2.5 }
}

/** A cover that moves to the right, a letter at a time. */
function typingOf(index, { from, until, skip }, cells, percent) {
  const letters = Math.max(1, cells - skip)
  return `@keyframes t${index}{0%,${percent(from)}{transform:none;animation-timing-function:steps(${letters})}${percent(until)}{transform:translateX(${letters * CELL.width}px)}100%{transform:translateX(${letters * CELL.width}px)}}`
}

function drawn({ spans, cells, typing }, index) {
  if (spans.length === 0) return ''
  const y = index * CELL.height
  const text = spans.map(({ text: part, style }) =>
    style === '' ? escaped(part) : `<tspan class="${style}">${escaped(part)}</tspan>`,
  )
  const cover =
    typing === undefined
      ? ''
      : `<rect class="k" style="animation-name:t${index}" x="${typing.skip * CELL.width}" y="${y}" width="${(cells + 1) * CELL.width}" height="${CELL.height}" fill="#12171f"/>`
  return `<g style="animation-name:l${index}"><text x="0" y="${y + 14}" textLength="${(cells * CELL.width).toFixed(1)}" xml:space="preserve">${text.join('')}</text>${cover}</g>`
}

const cellsOf = (spans) => spans.reduce((sum, { text }) => sum + text.length, 0)

const ESCAPE = '\u001B['
const PAINT = new RegExp(String.raw`(\x1b\[[\d;]*m)`)

/** The terminal colours that we use. */
function spansOf(line) {
  const spans = []
  let style = new Set()
  for (const part of line.split(PAINT)) {
    const codes = part.startsWith(ESCAPE) ? part.slice(2, -1) : undefined
    if (codes === undefined) {
      if (part !== '') spans.push({ text: part, style: [...style].join(' ') })
      continue
    }
    for (const code of codes.split(';').map(Number)) style = after(style, code)
  }
  return spans
}

function after(style, code) {
  const colourless = [...style].filter((name) => !name.startsWith('c'))
  if (code === 0) return new Set()
  if (code === 1) return new Set([...style, 'b'])
  if (code === 2) return new Set([...style, 'd'])
  if (code === 22) return new Set([...style].filter((name) => name !== 'b' && name !== 'd'))
  if (code === 39) return new Set(colourless)
  return code in COLOURS ? new Set([...colourless, `c${code}`]) : style
}

/** Where a terminal of this width would break it. */
function wrap(spans, columns) {
  const lines = [[]]
  let room = columns
  for (const { text, style } of spans) {
    for (let rest = text; rest !== '';) {
      if (room === 0) {
        lines.push([])
        room = columns
      }
      lines.at(-1).push({ text: rest.slice(0, room), style })
      const taken = Math.min(room, rest.length)
      rest = rest.slice(taken)
      room -= taken
    }
  }
  return lines
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
