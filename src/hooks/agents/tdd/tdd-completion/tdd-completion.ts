import { completionHook } from '../../completion.ts'

export default completionHook('tdd-completion', 'test-driven development')
