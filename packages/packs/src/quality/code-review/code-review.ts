import * as v from 'valibot'
import { defineHook, type Services, capText } from '@holdpoint/engine'
import { currentText, lineCount } from '../../shared/new-text.ts'
import { isSource, touchedFiles, type Touched } from '../touched.ts'
import { hasServer } from './availability.ts'

const TOOL = 'mcp__multi__codereview'
const SERVER = 'multi'
const MAX_DIFF = 3_000

export default defineHook({
  meta: {
    id: 'quality/code-review',
    summary: 'Suggest a review by other models after a longer source file is written.',
    on: ['tool.after'],
    tools: ['write', 'edit'],
    role: 'context',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 330,
    aliases: ['code-review.sh', 'harness/code-review'],
    options: v.strictObject({
      min_lines: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.description('Suggest a review for files with at least this many lines.'),
        ),
        20,
      ),
      available: v.optional(
        v.pipe(
          v.picklist(['auto', 'yes', 'no']),
          v.description('Whether the tool exists. `auto` looks for an MCP server called `multi` in the settings.'),
        ),
        'auto',
      ),
      diff_lines: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Lines of the diff to show.')),
        30,
      ),
    }),
    stricter: { min_lines: 'less', diff_lines: 'free' },
    messages: {},
  },
  async run({ event, options, services, pass, inject }) {
    if (event.failed || options.available === 'no') return pass
    const [file] = await touchedFiles(event, services)
    if (file === undefined || !isSource(file)) return pass
    const lines = lineCount(currentText(file.path, services.files) ?? '')
    if (lines < options.min_lines) return pass
    if (options.available === 'auto' && !hasServer(SERVER, event.root, services)) return pass
    const diff = options.diff_lines === 0 ? '' : await diffOf(file, options.diff_lines, services)
    return inject(suggestion(file.relative, lines, diff))
  },
})

/** The diff since the last commit, without the lines that only name the file. */
async function diffOf({ path, repository }: Touched, count: number, { git }: Services): Promise<string> {
  if (repository === undefined || repository.unborn) return ''
  const args = ['--literal-pathspecs', 'diff', '--no-color', '--no-ext-diff', '--no-textconv', 'HEAD', '--', path]
  const text = (await git.output(repository.root, args)) ?? ''
  const start = text.indexOf('\n@@')
  if (start === -1) return ''
  return capText(
    text
      .slice(start + 1)
      .trimEnd()
      .split('\n')
      .slice(0, count)
      .join('\n'),
    MAX_DIFF,
  )
}

const suggestion = (path: string, lines: number, diff: string): string =>
  [
    `${path} (${lines} lines) changed. If this part of the work is finished, review it with ${TOOL} before you continue.`,
    ...(diff === '' ? [] : [`Changes since the last commit:\n${diff}`]),
  ].join('\n\n')
