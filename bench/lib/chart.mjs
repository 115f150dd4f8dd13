// A bar chart as SVG: groups of horizontal bars with their values written behind them. It has no background and takes
// its colours from the reader's setting, so that it is legible on a light and on a dark page.

const [LABEL, PLOT, VALUE] = [230, 420, 110]
const WIDTH = LABEL + PLOT + VALUE
const [BAR, GAP, HEAD] = [11, 12, 64]
const COLOURS = [
  ['#c2410c', '#fb923c'],
  ['#1d4ed8', '#60a5fa'],
  ['#0f766e', '#2dd4bf'],
]

/** `groups`: `{ label, values }`, with one value for each name in `series`; a missing value has no bar. */
export function barChart({ title, series, groups, show }) {
  const most = Math.max(...groups.flatMap(({ values }) => values).filter(Number.isFinite))
  const groupHeight = series.length * BAR + GAP
  const height = HEAD + groups.length * groupHeight + 8
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escape(title)}">`,
    `<style>${style(series)}</style>`,
    text(0, 18, title, 'title'),
    ...series.map((name, index) => legend(index, name)),
    ...groups.flatMap(({ label, values }, row) => group(HEAD + row * groupHeight, label, values, most, show)),
    '</svg>',
  ]
  return `${parts.join('\n')}\n`
}

function group(top, label, values, most, show) {
  const middle = top + (values.length * BAR) / 2 + 4
  const bars = values.flatMap((value, index) => {
    if (!Number.isFinite(value)) return []
    const [y, width] = [top + index * BAR, Math.max(1, (value / most) * PLOT)]
    return [
      `<rect class="s${index}" x="${LABEL}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 2}" rx="1"/>`,
      text(LABEL + width + 5, y + BAR - 3, show(value), 'value'),
    ]
  })
  return [text(LABEL - 8, middle, label, 'label'), ...bars]
}

const legend = (index, name) =>
  `<rect class="s${index}" x="${index * 250}" y="34" width="12" height="12" rx="2"/>${text(index * 250 + 18, 44, name, 'legend')}`

const text = (x, y, content, kind) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" class="${kind}">${escape(content)}</text>`

const style = (series) => {
  const fills = (scheme) => series.map((_, index) => `.s${index}{fill:${COLOURS[index][scheme]}}`).join('')
  return (
    'text{font:12px system-ui,sans-serif;fill:#1f2328}.title{font-size:15px;font-weight:600}.label{text-anchor:end}' +
    `.value{font-size:10px}${fills(0)}@media (prefers-color-scheme:dark){text{fill:#e6edf3}${fills(1)}}`
  )
}

const escape = (content) =>
  content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('`', '')
