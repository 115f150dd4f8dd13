export { isPrivatePath, isSecretPath } from '../../core/secret-paths.ts'
