import { html, type Html } from './escape-html.ts'
import type { Word } from './judge.ts'
import type { ReplayFinding, Group, Replay } from './tally.ts'

export const WORDS: readonly Word[] = ['deny', 'ask', 'rewrite', 'warn', 'allow', 'pass']

export const MEANING: Readonly<Record<Word, string>> = {
  deny: 'would have been blocked',
  ask: 'would have needed approval',
  rewrite: 'would have been changed',
  warn: 'would have run, with a warning',
  allow: 'would have run without the agent’s own question',
  pass: 'would have run as before',
}

/** A self-contained page without scripts or external resources. */
export function replayPage(found: Replay, madeAt: Date): string {
  const { html: page } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="viewport" content="width=device-width" />
        <meta name="referrer" content="no-referrer" />
        <title>holdpoint replay</title>
        <style>
          body {
            font:
              15px/1.5 system-ui,
              sans-serif;
            margin: 2rem auto;
            max-width: 75rem;
            padding: 0 1rem;
            color: #1c1c1c;
            background: #fff;
          }
          table {
            border-collapse: collapse;
            width: 100%;
            margin: 1rem 0 2rem;
          }
          th,
          td {
            text-align: left;
            vertical-align: top;
            padding: 0.3rem 0.6rem;
            border-bottom: 1px solid #ddd;
          }
          td.number {
            text-align: right;
            font-variant-numeric: tabular-nums;
          }
          code {
            font:
              13px/1.4 ui-monospace,
              monospace;
            overflow-wrap: anywhere;
          }
          .deny {
            color: #b00020;
          }
          .ask {
            color: #8a5a00;
          }
          .rewrite,
          .warn {
            color: #00539c;
          }
          .pass {
            color: #666;
          }
          @media (prefers-color-scheme: dark) {
            body {
              background: #161616;
              color: #e8e8e8;
            }
            th,
            td {
              border-color: #3a3a3a;
            }
            .deny {
              color: #ff7b86;
            }
            .ask {
              color: #ffc14d;
            }
            .rewrite,
            .warn {
              color: #7cb8ff;
            }
            .pass {
              color: #999;
            }
          }
        </style>
      </head>
      <body>
        <h1>${found.calls} tool calls, ${found.policy}</h1>
        <p>${found.sessions} sessions in ${found.files} transcripts${period(found)}. Made ${madeAt.toISOString()}.</p>
        ${countsTable(found)} ${remarks(found).map((text) => html`<p>${text}</p>`)} ${groupsTable(found.groups)}
        ${findingsTable(found)}
      </body>
    </html> `
  return `${page.trimEnd()}\n`
}

const period = ({ from, to }: Replay): string =>
  from === undefined || to === undefined ? '' : `, ${from.slice(0, 10)} to ${to.slice(0, 10)}`

/** The limits of the figures. */
export function remarks(found: Replay): readonly string[] {
  const limits: readonly (readonly [number, string])[] = [
    [found.dependOnNow, 'of these verdicts depend on files or the repository as they are now.'],
    [found.notFullyJudged, 'calls were not fully judged: a hook would start a program.'],
    [found.damagedLines, 'lines of the transcripts could not be parsed.'],
    [found.tooLongLines, 'lines of the transcripts were too long.'],
    [found.notKept, 'more were found but not listed.'],
  ]
  return [
    ...(found.partial ? ['The replay was stopped early, so this is only a part.'] : []),
    ...limits.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`),
  ]
}

function countsTable({ counts, otherCounts, policy, other, differing }: Replay): Html {
  const rows = WORDS.map(
    (word) =>
      html`<tr>
        <td class="${word}">${word}</td>
        <td class="number">${counts[word]}</td>
        ${otherCounts === undefined ? undefined : html`<td class="number">${otherCounts[word]}</td>`}
        <td>${MEANING[word]}</td>
      </tr>`,
  )
  return html`<table>
      <tr>
        <th></th>
        <th>${policy}</th>
        ${other === undefined ? undefined : html`<th>${other}</th>`}
        <th></th>
      </tr>
      ${rows}
    </table>
    ${other === undefined ? undefined : html`<p>They differ on ${differing} calls.</p>`}`
}

const groupsTable = (groups: readonly Group[]): Html =>
  html`<h2>By reason</h2>
    <table>
      <tr>
        <th></th>
        <th>Times</th>
        <th>Hook</th>
        <th>Message</th>
        <th>For example</th>
      </tr>
      ${groups.map(
        ({ word, count, hook, message, example }) =>
          html`<tr>
            <td class="${word}">${word}</td>
            <td class="number">${count}</td>
            <td>${hook}</td>
            <td>${message}</td>
            <td><code>${example}</code></td>
          </tr>`,
      )}
    </table>`

const findingsTable = ({ findings }: Replay): Html =>
  html`<h2>One by one</h2>
    <table>
      <tr>
        <th>When</th>
        <th></th>
        <th>Tool</th>
        <th>What</th>
        <th>Why</th>
        <th>Then</th>
      </tr>
      ${findings.map(findingRow)}
    </table>`

const findingRow = ({
  at = '',
  word,
  other,
  tool,
  subject,
  voices,
  reason,
  rewritten,
  fate,
  dependsOnNow,
}: ReplayFinding): Html =>
  html`<tr>
    <td>${at.slice(0, 16).replace('T', ' ')}</td>
    <td class="${word}">${word}${other === undefined ? undefined : ` → ${other.word}`}</td>
    <td>${tool}</td>
    <td>
      <code>${subject}</code>${rewritten === undefined ? undefined : html`<br />&rarr; <code>${rewritten}</code>`}
    </td>
    <td>
      ${[...voices, ...(other?.voices ?? [])].map(({ hook }) => hook).join(', ')}<br />${reason ?? other?.reason}
      ${dependsOnNow ? html`<br /><small>depends on the repository as it is now</small>` : undefined}
    </td>
    <td>${fate}</td>
  </tr>`
