import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import UPlot from 'uplot'
import { COUNT_STEPS, countLimit, decadesAround, timeNames } from '../data/ticks.ts'
import { theme } from '../data/theme.ts'

export interface PlotSeries {
  readonly name: string
  /** A class that sets `--own`, the colour of the series. */
  readonly className: string
  readonly values: readonly number[]
}

interface PlotProps {
  readonly label: string
  /** Seconds since 1970. */
  readonly times: readonly number[]
  readonly series: readonly PlotSeries[]
  /** Bars on top of each other, a filled line, or a point for each. */
  readonly as: 'bars' | 'line' | 'points'
  readonly unit?: string
  readonly height?: number
}

const HEIGHT = 180
// uPlot's enum for it exists only at type level.
const LOGARITHMIC: object = { distr: 3, range: (_: unknown, min: number, max: number) => decadesAround(min, max) }

/** A plot over time. A table beside it has the same figures for screen readers. */
export function Plot({ label, times, series, as, unit = '', height = HEIGHT }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const shownTheme = theme.value
  const figures = JSON.stringify([times, series])

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const watch = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])

  useLayoutEffect(() => {
    const element = box.current
    if (element === null || width < 60 || times.length === 0) return
    const colour = (className: string): string => colourOf(element, className)
    const step = as === 'bars' ? (times[1] ?? 0) - (times[0] ?? 0) : 0
    const stacked = as === 'bars' ? stack(series) : series
    const plot = new UPlot(
      {
        width,
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        padding: [10, 14, 0, 0],
        scales: {
          x: { time: true, range: (_, min, max) => rangeOf(min, max, step) },
          y: as === 'points' ? LOGARITHMIC : { range: (_, __, max) => [0, countLimit(max)] },
        },
        axes: axesOf(colour('faint'), colour('line-colour'), unit, as === 'points'),
        series: [{}, ...stacked.map(({ className }) => seriesStyle(as, colour(className)))],
      },
      [[...times], ...stacked.map(({ values }) => [...values])],
      element,
    )
    return () => plot.destroy()
  }, [width, height, figures, shownTheme, as, unit])

  return <div class="plot" ref={box} role="img" aria-label={label} />
}

/** A bar begins at its time, and the last one needs room; a single time still has a width. */
const rangeOf = (min: number, max: number, step: number): [number, number] =>
  max + step > min ? [min, max + step] : [min - 60, max + 60]

/** Colours follow the theme, and a canvas cannot use CSS variables: an element with the class provides its colour. */
function colourOf(parent: Element, className: string): string {
  const probe = document.createElement('i')
  probe.className = `probe ${className}`
  parent.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Drawn from the highest sum to the lowest, each over the one before. */
function stack(series: readonly PlotSeries[]): readonly PlotSeries[] {
  let below: readonly number[] = []
  return series
    .map((one) => {
      below = one.values.map((value, index) => value + (below[index] ?? 0))
      return { ...one, values: below }
    })
    .toReversed()
}

function seriesStyle(as: PlotProps['as'], colour: string): UPlot.Series {
  if (as === 'points') return { stroke: colour, paths: () => null, points: { show: true, size: 5, fill: colour } }
  const bars = UPlot.paths.bars?.({ size: [0.8, 26], gap: 1, align: 1 })
  if (as === 'bars' && bars !== undefined) return { fill: colour, width: 0, paths: bars, points: { show: false } }
  return {
    stroke: colour,
    width: 1.5,
    fill: colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.12)'),
    points: { show: false },
  }
}

const decades: UPlot.Axis.Filter = (_, splits) =>
  splits.map((value) => (Number.isInteger(Number(Math.log10(value).toFixed(6))) ? value : null))

const FONT = '12px system-ui, sans-serif'

function axesOf(text: string, line: string, unit: string, isLog: boolean): UPlot.Axis[] {
  const common = { stroke: text, font: FONT, ticks: { show: false }, grid: { stroke: line, width: 1 } }
  const nameOf = (value: number): string =>
    Number.isInteger(value) || isLog ? `${value.toLocaleString('en')}${unit}` : ''
  return [
    {
      ...common,
      grid: { show: false },
      space: 70,
      size: 30,
      values: (_, splits) => [...timeNames(splits)],
    },
    {
      ...common,
      size: 52,
      // Lines at 1, 10, 100 … only.
      ...(isLog ? { filter: decades, grid: { ...common.grid, filter: decades } } : { incrs: [...COUNT_STEPS] }),
      values: (_, splits) => splits.map((value) => (value === null ? '' : nameOf(value))),
    },
  ]
}
