import type { Config as Settings, HookConfig, Problem, Sourced } from '../../../api.ts'
import { useAnswer } from '../data/answer.ts'
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
      <Head title="Configuration" note="What is in force, and where each value comes from." />
      <Waiting for={found}>{(config) => <Body of={config} />}</Waiting>
    </>
  )
}

function Body({ of: { digest, layers, general, hooks, problems, remedies } }: { readonly of: Settings }) {
  return (
    <div class="stack">
      {problems.length > 0 && <Problems of={problems} />}
      <div class="pair">
        <Panel title="Files" note="From the weakest to the strongest; nothing loosens what is managed.">
          <div class="scroll" tabIndex={0} role="region" aria-label="Configuration files">
            <table>
              <thead>
                <tr>
                  <th scope="col">Layer</th>
                  <th scope="col">File</th>
                  <th scope="col">There</th>
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
        <Panel title="In general" note={`Digest ${digest}`}>
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
    <h2>{plural(of.length, 'mistake')} in the configuration; what was good before holds</h2>
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
        <th scope="col">From</th>
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
          <td class={one.origin === 'default' ? 'muted' : 'given'}>
            <Text of={one.origin} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const isGiven = ({ levelFrom, values }: HookConfig): boolean =>
  levelFrom !== 'default' || values.some(({ origin }) => origin !== 'default')

function HookValues({ of }: { readonly of: readonly HookConfig[] }) {
  const { query } = place.value
  const wanted = (query.get('name') ?? '').toLowerCase()
  const onlyGiven = query.get('show') !== 'all'
  const shown = of.filter((hook) => hook.id.toLowerCase().includes(wanted) && (!onlyGiven || isGiven(hook)))
  return (
    <Panel
      title="Hooks"
      note={`${shown.length} of ${of.length}`}
      more={
        <span class="chips">
          <a href={changed({ show: undefined })} aria-current={onlyGiven ? 'true' : undefined}>
            set by somebody
          </a>
          <a href={changed({ show: 'all' })} aria-current={onlyGiven ? undefined : 'true'}>
            all
          </a>
        </span>
      }
    >
      <div class="inside">
        <label class="find">
          Name contains{' '}
          <input
            type="search"
            value={query.get('name') ?? ''}
            onInput={(event) => go(changed({ name: event.currentTarget.value }), { replace: true })}
          />
        </label>
        {shown.length === 0 && <p class="muted">No hook is like that.</p>}
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
                  <a href={address('/hooks', { hook: hook.id, show: 'all' })}>What it does, and its figures</a>
                </div>
              </details>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
