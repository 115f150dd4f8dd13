import type { Story } from '../../../api.ts'
import { useUrl } from '../data/answer.ts'
import { now } from '../data/live.ts'
import { address } from '../data/location.ts'
import { factOf, partOf } from '../data/story.ts'
import { ago, duration, momentOf, valueText } from '../data/words.ts'
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
  const { decision, event, tool, subject, hooks, told, settings, remedies, text } = story
  const does = partOf(text, 'What it does')
  return (
    <>
      <Head
        title={
          <>
            <KindMark of={decision} /> <Text of={[event, tool].filter(Boolean).join(' ') || 'A decision'} />
          </>
        }
        note={story.shortId}
      />
      <div class="stack">
        {subject !== undefined && (
          <Panel title="What it was about">
            <div class="inside">
              <Block of={subject} label="The command or the file" />
            </div>
          </Panel>
        )}
        <Panel title={hooks.length === 0 ? 'No hook was asked' : 'Hooks'} note="Who was asked, and what each said.">
          {hooks.length > 0 && <Asked of={hooks} />}
        </Panel>
        <div class="packed">
          <Panel title="The decision">
            <div class="inside">
              <Facts of={factsOf(story)} />
            </div>
          </Panel>
          {does !== undefined && (
            <Panel title="What it does" note="The command, read as a shell would run it.">
              <div class="inside">
                <Block of={does} label="What the command does" />
              </div>
            </Panel>
          )}
          {told !== undefined && (
            <Panel title="What the host was told" note={`Exit code ${told.exitCode}; without context and notices.`}>
              <div class="inside stack">
                {told.stdout !== '' && <Block of={told.stdout} label="Standard output" />}
                {told.stderr !== '' && <Block of={told.stderr} label="Standard error" />}
              </div>
            </Panel>
          )}
          {settings.map(({ hook, level, levelFrom, options }) => (
            <Panel key={hook} title={`${hook} now`}>
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
            <Panel title="How to change it">
              <div class="inside">
                <Remedies of={remedies} />
              </div>
            </Panel>
          )}
        </div>
        <Panel title="As a terminal shows it">
          <details class="inside">
            <summary>What holdpoint why {story.shortId} prints</summary>
            <Block of={text} label="What holdpoint why prints" />
          </details>
        </Panel>
      </div>
    </>
  )
}

function factsOf(story: Story): readonly Fact[] {
  const { at, host, session, agent, digest, configNow, lowered, error, text } = story
  const config =
    digest === undefined || configNow === undefined
      ? digest
      : `${digest} (${digest === configNow ? 'the one in force now' : `changed since: now ${configNow}`})`
  const format = factOf(text, 'format')
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
    ['agent', <Text of={agent ?? 'the main one'} />],
    ['answer', story.decision === 'ask' ? <Text of={story.answer?.answer ?? 'not known yet'} /> : undefined],
    ['took', story.ms === undefined ? undefined : duration(story.ms)],
    ['config', config && <Text of={config} />],
    [
      'lowered',
      lowered.length === 0 ? undefined : <Text of={`${lowered.join('; ')} (the host cannot express more)`} />,
    ],
    ['error', error && <Text of={error} />],
    ['format', format],
    ['in the audit', `entry ${story.sequence}, hash ${story.hash.slice(0, 16)}…`],
  ]
  return rows.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const]))
}
