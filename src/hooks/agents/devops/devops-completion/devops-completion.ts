import { completionHook } from '../../completion.ts'

export default completionHook('devops-completion', 'the work on builds and deployment')
