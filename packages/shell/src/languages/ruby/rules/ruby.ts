import type { Runtime } from '../../evaluate/machine.ts'
import { listValue, NOTHING, numberValue, textValue, thing } from '../../evaluate/values.ts'
import { readWith } from '../../parse/read.ts'
import { rubySyntax } from '../parse.ts'
import { argumentsOf } from '../../rules/texts.ts'
import { rubyFiles } from './files.ts'
import { rubyNet, rubyRuns } from './runs.ts'
import { rubyLists, rubyTexts } from './texts.ts'

export const ruby = (): Runtime => ({
  read: readWith(rubySyntax),
  rules: { ...rubyFiles(), ...rubyRuns(), ...rubyNet(), ...rubyTexts(), ...rubyLists() },
  values: {
    ENV: () => thing('env', ''),
    ARGV: (call) => listValue(argumentsOf(call)),
    nil: () => NOTHING,
    true: () => numberValue(1),
    false: () => NOTHING,
    'File.SEPARATOR': () => textValue('/'),
    __dir__: () => textValue('.'),
  },
  guesses: {
    rm_rf: 'FileUtils.rm_rf',
    rm_r: 'FileUtils.rm_r',
    remove_dir: 'FileUtils.rm_rf',
    system: 'system',
    popen: 'IO.popen',
  },
  risky: ['File', 'FileUtils', 'Kernel', 'IO', 'Process', 'Dir'],
  roots: ['Kernel.', 'Object.', 'self.', 'FileUtils.Verbose.'],
  aliases: {},
  callsTexts: false,
  functionsLeak: true,
  lastReturns: true,
  expandsHome: false,
})
