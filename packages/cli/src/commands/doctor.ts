import { counted } from '@holdpoint/engine'
import { diagnose } from '../doctor/doctor.ts'
import type { Finding } from '../doctor/finding.ts'
import { toolsOf } from '../doctor/tools.ts'
import { colours, print, printJson } from './output.ts'
import { thisProgram } from './program.ts'
import { projectRoot } from './project.ts'

interface DoctorOptions {
  readonly project?: string
  readonly json?: boolean
}

/** Exit code 1 when a hook would not fire. */
export async function doctor({ project, json }: DoctorOptions): Promise<void> {
  const root = projectRoot(project)
  const tools = await toolsOf(root, process.env)
  const findings = await diagnose(root, process.env, thisProgram(), tools)
  const errors = findings.filter(({ level }) => level === 'error').length
  if (errors > 0) process.exitCode = 1
  if (json === true) return printJson({ ok: errors === 0, findings, tools })
  for (const finding of findings) print(lineOf(finding))
  const remarks = findings.filter(({ level }) => level === 'warn').length
  if (errors > 0) return print(`\n${counted(errors, 'problem')} to fix`)
  print(`\nGuarded${remarks === 0 ? '' : `, with ${remarks} ${remarks === 1 ? 'remark' : 'remarks'}`}.`)
}

function lineOf({ level, what, fix }: Finding): string {
  const mark = { ok: colours.green('✓'), warn: colours.yellow('!'), error: colours.red('✗') }[level]
  return fix === undefined ? `${mark} ${what}` : `${mark} ${what}\n    ${fix}`
}
