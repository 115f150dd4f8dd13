import { completionHook } from '../../completion.ts'

export default completionHook('quality-completion', 'the quality validation')
