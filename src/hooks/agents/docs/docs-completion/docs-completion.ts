import { completionHook } from '../../completion.ts'

export default completionHook('docs-completion', 'the documentation')
