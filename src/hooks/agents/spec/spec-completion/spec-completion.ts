import { completionHook } from '../../completion.ts'

export default completionHook('spec-completion', 'the specification')
