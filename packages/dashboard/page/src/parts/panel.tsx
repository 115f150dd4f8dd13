import { Fragment, type ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Text } from './text.tsx'
import { arrive } from '../data/location.ts'

interface PanelProps {
  readonly title: string
  readonly note?: ComponentChildren
  readonly more?: ComponentChildren
  readonly children: ComponentChildren
}

/** A part of a page with a title of its own. */
export function Panel({ title, note, more, children }: PanelProps) {
  const id = useId()
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{shown(title)}</h2>
        {note !== undefined && <p>{shown(note)}</p>}
        {more !== undefined && <span class="more">{more}</span>}
      </header>
      {children}
    </section>
  )
}

interface HeadProps {
  readonly title: ComponentChildren
  readonly note?: ComponentChildren
  readonly children?: ComponentChildren
}

/** The top of a page. */
export function Head({ title, note, children }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => arrive(heading.current), [])
  return (
    <div class="head">
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {note !== undefined && <p>{note}</p>}
      {children !== undefined && <div class="tools">{children}</div>}
    </div>
  )
}

export type Fact = readonly [name: ComponentChildren, value: ComponentChildren]

const shown = (part: ComponentChildren): ComponentChildren => (typeof part === 'string' ? <Text of={part} /> : part)

export const Facts = ({ of }: { readonly of: readonly Fact[] }) => (
  <dl class="facts">
    {of.map(([name, value], index) => (
      <Fragment key={index}>
        <dt>{shown(name)}</dt>
        <dd>{shown(value)}</dd>
      </Fragment>
    ))}
  </dl>
)

/** Facts of which some may be missing. */
export const given = (...facts: readonly (Fact | false)[]): readonly Fact[] => facts.filter((fact) => fact !== false)
