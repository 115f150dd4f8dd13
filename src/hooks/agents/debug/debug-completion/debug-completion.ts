import { completionHook } from '../../completion.ts'

export default completionHook('debug-completion', 'debugging')
