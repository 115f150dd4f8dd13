import type { Runtime } from '../../evaluate/machine.ts'
import { numberValue, textValue, thing, unknownWith } from '../../evaluate/values.ts'
import { perlSyntax } from '../parse.ts'
import { readWith } from '../../parse/read.ts'
import { OPEN_FLAGS } from '../../rules/texts.ts'
import { perlFiles } from './files.ts'
import { perlRuns } from './runs.ts'
import { perlTexts, programArguments } from './texts.ts'

/** Modules whose functions are known by their short names, whichever way they are called. */
const MODULES =
  'CORE::GLOBAL CORE main File::Path File::Copy POSIX LWP::Simple MIME::Base64 File::Slurp File::Basename Fcntl Socket ' +
  'IPC::Run IPC::Open2 IPC::Open3 File::Spec::Functions'

export const perl = (): Runtime => ({
  read: readWith(perlSyntax),
  rules: { ...perlFiles(), ...perlRuns(), ...perlTexts() },
  values: {
    ...Object.fromEntries(Object.entries(OPEN_FLAGS).map(([name, flag]) => [name, () => numberValue(flag)])),
    '%ENV': () => thing('env', ''),
    '@ARGV': programArguments,
    $0: () => unknownWith(0),
    '$/': () => textValue('\n'),
  },
  guesses: {},
  risky: [],
  roots: [...MODULES.split(' ').map((name) => `${name}::`), '::'],
  aliases: { 'MIME::Base64.decode': 'decode_base64', 'MIME::Base64::decode': 'decode_base64' },
  callsTexts: true,
  functionsLeak: true,
  lastReturns: true,
  expandsHome: false,
})
