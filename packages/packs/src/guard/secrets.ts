export { isPrivatePath, isSecretPath } from '../shared/secret-paths.ts'
