import type { About } from '../../../api.ts'
import { changed, go } from '../data/location.ts'
import { KINDS, MEANING } from '../data/kinds.ts'
import type { Filter } from '../data/rows.ts'
import { visible } from '../data/visible.ts'
import { Text } from './text.tsx'

/** Which decisions are shown. Every choice is a link or changes the address. */
interface FiltersProps {
  readonly of: Filter
  /** The values to choose from; undefined while they load. */
  readonly words: About['words'] | undefined
}

export function Filters({ of: filter, words }: FiltersProps) {
  const isAll = filter.decision === undefined && filter.notPass === undefined && filter.trouble === undefined
  const none = { decision: undefined, notPass: undefined, trouble: undefined }
  return (
    <div class="filters">
      <nav class="chips" aria-label="Kind of decision">
        <Chip to={none} isOn={isAll} word="all" title="every decision" />
        <Chip
          to={{ ...none, notPass: '1' }}
          isOn={filter.notPass === '1'}
          word="interventions"
          title="every decision except pass"
        />
        {KINDS.map((kind) => (
          <Chip
            key={kind}
            to={{ ...none, decision: kind }}
            isOn={filter.decision === kind}
            word={kind}
            title={MEANING[kind]}
          />
        ))}
        <Chip
          to={{ ...none, trouble: '1' }}
          isOn={filter.trouble === '1'}
          word="errors"
          title="a hook failed, or was skipped after failures"
        />
      </nav>
      <Choice name="hook" label="Hook" value={filter.hook} words={words?.hooks ?? []} />
      <Choice name="event" label="Event" value={filter.event} words={words?.events ?? []} />
      <Choice name="since" label="Since" value={filter.since} words={['10m', '1h', '1d', '7d', '30d']} />
      <Given of={filter} />
    </div>
  )
}

interface ChipProps {
  readonly to: Readonly<Record<string, string | undefined>>
  readonly isOn: boolean
  readonly word: string
  readonly title: string
}

const Chip = ({ to, isOn, word, title }: ChipProps) => (
  <a href={changed(to)} aria-current={isOn ? 'true' : undefined} title={title}>
    {word}
  </a>
)

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly words: readonly string[]
}

function Choice({ name, label, value = '', words }: ChoiceProps) {
  // A value from the address is shown even when it is unknown.
  const all = value === '' || words.includes(value) ? words : [value, ...words]
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => go(changed({ [name]: event.currentTarget.value }))}>
        <option value="">any</option>
        {all.map((word) => (
          <option key={word} value={word}>
            {visible(word)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Filters that come from links; each can be removed. */
function Given({ of: filter }: { readonly of: Filter }) {
  const given = (['session', 'agent', 'tool', 'until', 'q'] as const).filter((name) => filter[name] !== undefined)
  if (given.length === 0) return null
  return (
    <ul class="chips" aria-label="More filters">
      {given.map((name) => (
        <li key={name}>
          <a
            href={changed({ [name]: undefined })}
            aria-label={visible(`Remove the filter ${name} ${filter[name] ?? ''}`)}
          >
            {name === 'q' ? 'text' : name}: <Text of={filter[name]} /> ✕
          </a>
        </li>
      ))}
    </ul>
  )
}
