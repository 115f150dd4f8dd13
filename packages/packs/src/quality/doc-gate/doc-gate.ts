import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { lineCount, newText } from '../../shared/new-text.ts'
import { isSource, touchedFiles, type Touched } from '../touched.ts'
import { decisionTemplate, hasDecision, hasHeader, headerTemplate } from './header.ts'

const WELL_KNOWN = /^(?:CLAUDE|README|MASTER_PLAN|AGENTS|CHANGELOG|LICENSE|CONTRIBUTING)\.md$/i

export default defineHook({
  meta: {
    id: 'quality/doc-gate',
    summary: 'Require a header and a decision comment in every longer source file.',
    on: ['tool.before'],
    tools: ['write', 'edit'],
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'preset',
    order: 240,
    aliases: ['doc-gate.sh', 'harness/doc-gate'],
    options: v.strictObject({
      min_lines: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.description('Source files with at least this many lines need a header.'),
        ),
        50,
      ),
    }),
    stricter: { min_lines: 'less' },
    messages: {
      header: {
        what: '{path} has {lines} lines and no header comment.',
        why: 'The next reader should see what the file is for before reading it.',
        fix: 'Start it with a comment that says what it does and why. A template follows.',
      },
      decision: {
        what: '{path} has {lines} lines and no decision comment.',
        why: 'The code shows what it does, but not why it is done this way.',
        fix: 'Add an `@decision` comment. A template follows.',
      },
    },
  },
  async run({ event, options, services, pass, deny, inject }) {
    const [touch] = event.tool.files
    const [file] = await touchedFiles(event, services)
    if (touch === undefined || file === undefined) return pass
    if (isNewNote(file, touch.op === 'write') && services.files.stat(file.path) === undefined) {
      return inject(note(file.relative))
    }
    if (!isSource(file)) return pass

    const text = newText(touch, services.files) ?? ''
    const lines = lineCount(text)
    if (lines < options.min_lines) return pass
    const header = hasHeader(text, file.path)
    if (header && hasDecision(text)) return pass

    const template = header ? decisionTemplate(file.path) : headerTemplate(file.path)
    if (touch.op === 'edit') return inject(advice(file.relative, lines, header, template))
    return { ...deny(header ? 'decision' : 'header', { path: file.relative, lines }), context: template }
  },
})

/** A new document at the top of a project, other than the conventional ones. */
const isNewNote = ({ relative, isProject }: Touched, isWrite: boolean): boolean =>
  isWrite && isProject && /^[^/]+\.md$/i.test(relative) && !WELL_KNOWN.test(relative)

const note = (path: string): string =>
  `${path} is a new page at the top level of the project. Put open work into an issue ` +
  '(`gh issue create`). Keep this file only if it is documentation.'

const advice = (path: string, lines: number, header: boolean, template: string): string =>
  `${path} has ${lines} lines of source and no ${header ? '@decision' : 'header'}. ` +
  `Add one with this change:\n\n${template}`
