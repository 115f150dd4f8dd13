import { completionHook } from '../../completion.ts'

export default completionHook('ddd-completion', 'domain-driven development')
