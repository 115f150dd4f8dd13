import { type BackgroundJob, type Watched, messageOf, capText } from '@holdpoint/engine'
import { withoutColours } from '@holdpoint/packs'
import { failureOf } from '../answer/failure.ts'
import { fieldsOf } from '../answer/fields.ts'
import { readStdout, type Json } from '../answer/stdout.ts'
import type { AsyncRequest } from './later.ts'
import { leaveReport, type Report } from './reports.ts'
import { finished } from './running.ts'

/** Runs one async command, and stores its output for the waiting sessions. */
export const job: BackgroundJob = {
  startAt: (_, requestedAt) => requestedAt,

  async perform(data, world, signal) {
    const { program, args, cwd, env, input, limitMs, id, name, eventName } = data as AsyncRequest
    const watched = await world.watch(program, args, { cwd, env, input, limitMs, signal })
    const report = reportOf(watched, eventName, limitMs)
    return (waiting) => {
      finished(world.project, id, name)
      if (report === undefined) return
      for (const session of waiting) leaveReport(world.session(session), id, report)
    }
  },
}

/** The action is over, so only messages count; undefined when there are none. */
export function reportOf(watched: Watched, eventName: string, limitMs: number): Report | undefined {
  const { how, exitCode = 0, stdout = '', stderr = '' } = watched
  if (how !== 'exited') return { notice: whyNot(how, limitMs) }
  const said = readStdout(stdout)
  if (said.form === 'object') return reportIn(said.value, eventName)
  const error = withoutColours(stderr).trim()
  if (exitCode === 2 && error !== '') return bothTold(error)
  if (exitCode !== 0) return { notice: `It failed in the background: ${failureOf(exitCode, error)}.` }
  return said.form === 'nothing' ? undefined : bothTold(withoutColours(stdout).trim())
}

function reportIn(answer: Json, eventName: string): Report | undefined {
  try {
    const { context, notice, reason, permissionReason } = fieldsOf(answer, eventName)
    const forModel = context ?? reason ?? permissionReason ?? notice
    if (forModel === undefined) return undefined
    return { context: capText(forModel), ...(notice !== undefined && { notice: capText(notice) }) }
  } catch (error) {
    return { notice: `It ran in the background, but ${messageOf(error)}.` }
  }
}

const bothTold = (text: string): Report => ({ context: capText(text), notice: capText(text) })

function whyNot(how: Exclude<Watched['how'], 'exited'>, limitMs: number): string {
  switch (how) {
    case 'too slow':
      return `It was ended in the background after ${limitMs / 1000} s without a result.`
    case 'not started':
      return 'It could not be started in the background.'
    case 'killed':
      return 'Another program ended it in the background.'
    case 'aborted':
      return 'It was given up in the background.'
  }
}
