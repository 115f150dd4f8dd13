import type { Config as Settings, HookConfig, Problem, Sourced } from '../../../api.ts'
import { useAnswer } from '../data/answer.ts'
import { hooksFor, isSet, showOf, SHOWS } from '../data/config.ts'
import { address, changed, go, place } from '../data/location.ts'
import { plural, valueText } from '../data/words.ts'
import { Remedies } from '../parts/command.tsx'
import { Level } from '../parts/level.tsx'
import { Head, Panel } from '../parts/panel.tsx'
import { Text } from '../parts/text.tsx'
import { Waiting } from '../parts/waiting.tsx'

export function Config() {
  const found = useAnswer('config')
  return (
    <>
      <Head title="Configuration" note="The values in force, and the origin of each." />
      <Waiting for={found}>{(config) => <ConfigBody of={config} />}</Waiting>
    </>
  )
}

export function ConfigBody({ of: { digest, layers, general, hooks, problems, remedies } }: { readonly of: Settings }) {
  return (
    <div class="stack">
      {problems.length > 0 && <Problems of={problems} />}
      <div class="pair">
        <Panel title="Files" note="A later file overrides an earlier one. No file loosens the managed one.">
          <div class="scroll" tabIndex={0} role="region" aria-label="Configuration files">
            <table>
              <thead>
                <tr>
                  <th scope="col">Layer</th>
                  <th scope="col">File</th>
                  <th scope="col">Exists</th>
                </tr>
              </thead>
              <tbody>
                {layers.map(({ name, file, exists }) => (
                  <tr key={name + file}>
                    <th scope="row">{name}</th>
                    <td>
                      <code>
                        <Text of={file} />
                      </code>
                    </td>
                    <td>{exists ? 'yes' : <span class="muted">no</span>}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Panel>
        <Panel title="General" note={`Digest ${digest}`}>
          <Values of={general} />
          {remedies.length > 0 && (
            <div class="inside">
              <Remedies of={remedies} />
            </div>
          )}
        </Panel>
      </div>
      <HookValues of={hooks} />
    </div>
  )
}

const Problems = ({ of }: { readonly of: readonly Problem[] }) => (
  <div class="notice bad" role="alert">
    <h2>{plural(of.length, 'error')} in the configuration. The last valid values stay in force.</h2>
    <ul>
      {of.map(({ file, line, column, message }) => (
        <li key={`${file} ${line} ${message}`}>
          <code>
            <Text of={[file, line, column].filter((part) => part !== undefined).join(':')} />
          </code>{' '}
          <Text of={message} />
        </li>
      ))}
    </ul>
  </div>
)

const Values = ({ of }: { readonly of: readonly Sourced[] }) => (
  <table class="values">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Value</th>
        <th scope="col">Origin</th>
      </tr>
    </thead>
    <tbody>
      {of.map((one) => (
        <tr key={one.name}>
          <th scope="row">
            <Text of={one.name} />
          </th>
          <td>
            <code>
              <Text of={valueText(one.value)} />
            </code>
          </td>
          <td class={isSet(one.origin) ? 'given' : 'muted'}>
            <Text of={one.origin} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function HookValues({ of }: { readonly of: readonly HookConfig[] }) {
  const { query } = place.value
  const name = query.get('name') ?? ''
  const show = showOf(query.get('show'))
  const shown = hooksFor(of, show, name)
  return (
    <Panel
      title="Hooks"
      note={`${shown.length} of ${of.length}`}
      more={
        <span class="chips">
          {SHOWS.map(([choice, word, title]) => (
            <a
              key={choice}
              href={changed({ show: choice === 'enabled' ? undefined : choice })}
              title={title}
              aria-current={show === choice ? 'true' : undefined}
            >
              {word}
            </a>
          ))}
        </span>
      }
    >
      <div class="inside">
        <label class="find">
          Name contains{' '}
          <input
            type="search"
            value={name}
            onInput={(event) => go(changed({ name: event.currentTarget.value }), { replace: true })}
          />
        </label>
        {shown.length === 0 && <p class="muted">No hook matches.</p>}
        <ul>
          {shown.map((hook) => (
            <li key={hook.id}>
              <details class="hook">
                <summary data-row>
                  <Text of={hook.id} /> <Level of={hook.level} />{' '}
                  <span class="muted">
                    <Text of={hook.levelFrom} />
                  </span>
                </summary>
                {hook.values.length > 0 && <Values of={hook.values} />}
                <div class="inside">
                  <Remedies of={hook.remedies} />
                  <a href={address('/hooks', { hook: hook.id, show: 'all' })}>Description and figures</a>
                </div>
              </details>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
