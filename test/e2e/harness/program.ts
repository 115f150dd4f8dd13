import { registryOf } from '../../../packages/runtime/src/dispatch.ts'
import { main } from '../../../packages/runtime/src/hook-entry.ts'
import { testHooks } from './hooks.ts'

/** The real hook entry, with the trial hooks beside the built-in ones. */
void main(process.argv.slice(3), registryOf(testHooks))
