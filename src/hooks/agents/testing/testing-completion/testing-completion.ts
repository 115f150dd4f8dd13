import { completionHook } from '../../completion.ts'

export default completionHook('testing-completion', 'the work on tests')
