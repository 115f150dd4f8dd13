export { GIT_ENV } from './repository.ts'
