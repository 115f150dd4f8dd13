import type { Story } from '../../../api.ts'
import { useUrl } from '../data/answer.ts'
import { now } from '../data/live.ts'
import { address } from '../data/location.ts'
import { ago, duration, momentOf, valueText } from '../data/words.ts'
import { StateMark } from '../parts/approval-state.tsx'
import { Asked } from '../parts/asked.tsx'
import { Remedies } from '../parts/command.tsx'
import { KindMark } from '../parts/kind.tsx'
import { Facts, Head, Panel, type Fact } from '../parts/panel.tsx'
import { Block, Text } from '../parts/text.tsx'
import { Waiting } from '../parts/waiting.tsx'

/** One decision in full: what `holdpoint why` prints. */
export function Decision({ id }: { readonly id: string }) {
  const found = useUrl<Story>(`/api/decisions/${encodeURIComponent(id)}`)
  return <Waiting for={found}>{(story) => <Details of={story} />}</Waiting>
}

function Details({ of: story }: { readonly of: Story }) {
  const { decision, event, tool, subject, hooks, told, settings, remedies, text, effectLines } = story
  return (
    <>
      <Head
        title={
          <>
            <KindMark of={decision} /> <Text of={[event, tool].filter(Boolean).join(' ') || 'Decision'} />
          </>
        }
        note={story.shortId}
      />
      <div class="stack">
        {subject !== undefined && (
          <Panel title="Call">
            <div class="inside">
              <Block of={subject} label="The command or the file" />
            </div>
          </Panel>
        )}
        <Panel
          title={hooks.length === 0 ? 'No hook ran' : 'Hooks'}
          note={hooks.length === 0 ? undefined : 'In the order in which they ran.'}
        >
          {hooks.length > 0 && <Asked of={hooks} />}
        </Panel>
        <div class="packed">
          <Panel title="Details">
            <div class="inside">
              <Facts of={factsOf(story)} />
            </div>
          </Panel>
          {effectLines !== undefined && (
            <Panel title="Effects" note="What the command does, as Holdpoint parses it.">
              <div class="inside">
                <Block of={effectLines.join('\n')} label="What the command does" />
              </div>
            </Panel>
          )}
          {told !== undefined && (
            <Panel title="Answer to the host" note={`Exit code ${told.exitCode}, without context and notices.`}>
              <div class="inside stack">
                {told.stdout !== '' && <Block of={told.stdout} label="Standard output" />}
                {told.stderr !== '' && <Block of={told.stderr} label="Standard error" />}
              </div>
            </Panel>
          )}
          {settings.map(({ hook, level, levelFrom, options }) => (
            <Panel key={hook} title={`${hook}, current settings`}>
              <div class="inside">
                <Facts
                  of={[
                    ['level', `${level} (${levelFrom})`],
                    ...options.map(({ option, value, origin }): Fact => [
                      option,
                      <>
                        <Text of={valueText(value)} /> <span class="muted">({origin})</span>
                      </>,
                    ]),
                  ]}
                />
              </div>
            </Panel>
          ))}
          {remedies.length > 0 && (
            <Panel title="Change the outcome">
              <div class="inside">
                <Remedies of={remedies} />
              </div>
            </Panel>
          )}
        </div>
        <Panel title="Terminal output">
          <details class="inside">
            <summary>holdpoint why {story.shortId}</summary>
            <Block of={text} label="Output of holdpoint why" />
          </details>
        </Panel>
      </div>
    </>
  )
}

function factsOf(story: Story): readonly Fact[] {
  const { at, host, session, agent, digest, configNow, lowered, error, approval } = story
  const config =
    digest === undefined || configNow === undefined
      ? digest
      : `${digest} (${digest === configNow ? 'in force now' : `changed since, now ${configNow}`})`
  const rows: readonly (readonly [string, Fact[1] | undefined])[] = [
    ['id', <Text of={story.id} />],
    ['when', at && `${momentOf(at)} (${ago(at, now.value)})`],
    ['host', host && <Text of={host} />],
    [
      'session',
      session && (
        <a href={address('/timeline', { session })}>
          <Text of={session} />
        </a>
      ),
    ],
    ['agent', <Text of={agent ?? 'main agent'} />],
    ['approval', approval && <Approval of={approval} />],
    ['answer', story.decision === 'ask' ? <Text of={story.answer?.answer ?? 'unknown yet'} /> : undefined],
    ['duration', story.ms === undefined ? undefined : duration(story.ms)],
    ['config', config && <Text of={config} />],
    [
      'lowered',
      lowered.length === 0 ? undefined : <Text of={`${lowered.join('; ')} (the host supports nothing stronger)`} />,
    ],
    ['error', error && <Text of={error} />],
    ['format', story.isNewer ? 'of a newer Holdpoint, some fields may be missing' : undefined],
    ['audit', `entry ${story.sequence}, hash ${story.hash.slice(0, 16)}…`],
  ]
  return rows.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]))
}

const Approval = ({ of: { state, id } }: { readonly of: NonNullable<Story['approval']> }) => (
  <>
    <StateMark of={state} />{' '}
    <a href="/approvals">
      <Text of={id} />
    </a>
  </>
)
