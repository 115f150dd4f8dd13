import type { Rule } from '../../evaluate/machine.ts'
import { lookup } from '../../evaluate/scope.ts'
import { unknownWith } from '../../evaluate/values.ts'

/** Without an argument, many functions take what `$_` holds. */
export const orTopic =
  (rule: Rule): Rule =>
  (call) =>
    rule(call.args.length === 0 ? { ...call, args: [lookup(call.scope, '$_') ?? unknownWith(0)] } : call)
