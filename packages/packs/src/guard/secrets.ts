export { isAccessList, isPrivatePath, isSecretPath } from '../shared/secret-paths.ts'
