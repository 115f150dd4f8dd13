import { useEffect, useState } from 'preact/hooks'
import { useAbout } from '../data/answer.ts'
import { link, type Link } from '../data/live.ts'
import { place } from '../data/location.ts'
import { filterIn, type Filter } from '../data/rows.ts'
import { useTimeline, type LiveTimeline } from '../data/timeline.ts'
import { count, momentOf, plural } from '../data/words.ts'
import { Command } from '../parts/command.tsx'
import { Filters } from '../parts/filters.tsx'
import { Head } from '../parts/panel.tsx'
import { Rows } from '../parts/rows.tsx'
import { Empty, Failure, NothingYet } from '../parts/waiting.tsx'

export function Timeline() {
  const filter = filterIn(place.value.query)
  const timeline = useTimeline(filter)
  const { isPaused, waiting, pause } = timeline
  return (
    <>
      <Head title="Timeline" note={noteOf(isPaused, link.value)}>
        {waiting > 0 && (
          <button type="button" onClick={() => pause(false)}>
            Show {plural(waiting, 'new decision')}
          </button>
        )}
        <button type="button" id="pause" aria-pressed={isPaused} onClick={() => pause(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      </Head>
      <Filters of={filter} words={useAbout().value?.words} />
      <Announced timeline={timeline} />
      <section class="panel" aria-label="Decisions">
        <Body timeline={timeline} filter={filter} />
      </section>
      <Older timeline={timeline} />
    </>
  )
}

function noteOf(isPaused: boolean, state: Link): string {
  if (isPaused) return 'Paused.'
  return state === 'live' ? 'New decisions appear automatically.' : 'Waiting for the connection.'
}

function Body({
  timeline: { rows, failed, fresh, next },
  filter,
}: {
  readonly timeline: LiveTimeline
  readonly filter: Filter
}) {
  if (failed !== undefined) return <Failure of={failed} />
  if (rows === undefined) {
    return (
      <div class="state" role="status">
        <p>Reading the audit …</p>
      </div>
    )
  }
  if (rows.length > 0) return <Rows of={rows} fresh={fresh} />
  if (Object.keys(filter).length === 0) return <NothingYet />
  return (
    <Empty title={next === undefined ? 'No decision matches' : 'No match among the newest decisions'}>
      <p>
        Remove a filter, or <a href="/timeline">show all decisions</a>. In a terminal:
      </p>
      <Command of="holdpoint log" />
    </Empty>
  )
}

const SPEAK_MS = 1_500

/** Announces new rows together after a pause, so that a busy agent does not interrupt a screen reader. */
function Announced({ timeline: { rows, fresh } }: { readonly timeline: LiveTimeline }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (fresh.size === 0) return
    const [newest] = rows ?? []
    const timer = setTimeout(
      () =>
        setSaid(`${plural(fresh.size, 'new decision')}; the newest: ${newest?.decision ?? ''} ${newest?.what ?? ''}`),
      SPEAK_MS,
    )
    return () => clearTimeout(timer)
  }, [fresh])
  return (
    <p class="unseen" role="status" aria-live="polite">
      {said}
    </p>
  )
}

function Older({ timeline: { rows, next, searched, isLoading, older } }: { readonly timeline: LiveTimeline }) {
  if (rows === undefined) return null
  return (
    <div class="older">
      {next !== undefined && (
        <button type="button" onClick={older} disabled={isLoading}>
          {isLoading ? 'Reading …' : searched === undefined ? 'Show older decisions' : 'Search older decisions'}
        </button>
      )}
      <span class="muted">
        {plural(rows.length, 'decision')} shown
        {searched !== undefined &&
          !searched.done &&
          `; searched ${count(searched.entries)} entries, back to ${momentOf(searched.backTo)}`}
      </span>
    </div>
  )
}
