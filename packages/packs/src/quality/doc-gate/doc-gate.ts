import * as v from 'valibot'
import { defineHook } from '@holdpoint/engine'
import { lineCount, newText } from '../../shared/new-text.ts'
import { isSource, touchedFiles, type Touched } from '../touched.ts'
import { decisionTemplate, hasDecision, hasHeader, headerTemplate } from './header.ts'

const WELL_KNOWN = /^(?:CLAUDE|README|MASTER_PLAN|AGENTS|CHANGELOG|LICENSE|CONTRIBUTING)\.md$/i

export default defineHook({
  meta: {
    id: 'quality/doc-gate',
    summary: 'Ask every longer source file for a header and for the decision behind it.',
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
        v.pipe(v.number(), v.integer(), v.minValue(1), v.description('From how many lines on a source file is asked.')),
        50,
      ),
    }),
    stricter: { min_lines: 'less' },
    messages: {
      header: {
        what: '{path} stopped: {lines} lines of source without a header.',
        why: 'Whoever opens the file next should know what it is for before reading it.',
        fix: 'Begin it with a comment that says what it does and why; a template follows.',
      },
      decision: {
        what: '{path} stopped: {lines} lines of source without a decision.',
        why: 'Code says what was done; only you know now why it was done this way.',
        fix: 'Add an @decision to a comment; a template follows.',
      },
    },
  },
  async run({ event, options, services, pass, deny, inject }) {
    const [touch] = event.tool.files
    const [file] = await touchedFiles(event, services)
    if (touch === undefined || file === undefined) return pass
    if (isNewNote(file, event.tool.kind === 'write') && services.files.stat(file.path) === undefined) {
      return inject(note(file.relative))
    }
    if (!isSource(file)) return pass

    const text = newText(event.tool, touch, services.files) ?? ''
    const lines = lineCount(text)
    if (lines < options.min_lines) return pass
    const header = hasHeader(text, file.path)
    if (header && hasDecision(text)) return pass

    const template = header ? decisionTemplate(file.path) : headerTemplate(file.path)
    if (event.tool.kind === 'edit') return inject(advice(file.relative, lines, header, template))
    return { ...deny(header ? 'decision' : 'header', { path: file.relative, lines }), context: template }
  },
})

/** A new document at the top of a project, other than the conventional ones. */
const isNewNote = ({ relative, isProject }: Touched, isWrite: boolean): boolean =>
  isWrite && isProject && /^[^/]+\.md$/i.test(relative) && !WELL_KNOWN.test(relative)

const note = (path: string): string =>
  `${path} is a new page at the top of the project. Work that is left for later belongs in an issue ` +
  '(`gh issue create`), where it is found again; keep this file only if it is documentation.'

const advice = (path: string, lines: number, header: boolean, template: string): string =>
  `${path} has ${lines} lines of source and no ${header ? '@decision' : 'header'}. ` +
  `Add one while you are at it:\n\n${template}`
