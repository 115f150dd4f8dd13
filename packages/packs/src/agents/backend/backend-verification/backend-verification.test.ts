import { checkedAfterChange } from '../../../../../../test/support/agents-cases.ts'
import { testHook } from '../../../../../testing/src/test-hook.ts'
import hook from './backend-verification.ts'

testHook(hook, checkedAfterChange)
