import type { Run } from '../effects.ts'

/** Commands whose purpose is to print a secret, by program: what their arguments look like, joined by blanks. */
const PRINTING: Readonly<Record<string, RegExp>> = {
  // Password managers and key rings.
  security: /^(?:dump-keychain|export|find-(?:generic|internet)-password .*-[a-z]*[wg])/,
  'gpg gpg2': /--export-secret-(?:sub)?keys|(?:^|\s)(?:-d|--decrypt)\b(?!.*\s(?:-o|--output)\b)/,
  'secret-tool': /^(?:lookup|search)\b/,
  'kwallet-query': /(?:^|\s)(?:-r|--read-password)\b/,
  'pass gopass': /^(?:(?:show|otp|grep|cat|find-and-show)\b|(?!-)[\w@.-]+\/\S+$)/,
  op: /^(?:read|inject|item get|document get)\b/,
  bw: /^(?:get|export|list items)\b/,
  keyctl: /^(?:print|read|pipe)\b/,
  consul: /^kv get\b.*(?:secret|passw|token|credential|key)/i,
  rbw: /^(?:get|code)\b/,
  lpass: /^(?:show|export)\b/,
  'keepassxc-cli': /^(?:show|export|clip|attachment-export)\b/,
  'git-credential-osxkeychain git-credential-store git-credential-cache git-credential-manager git-credential-libsecret':
    /(?:^|\s)get\b/,
  // Keys.
  'ssh-keygen': /(?:^|\s)-\w*y|(?:^|\s)-\w*e\w*(?:\s.*)?\s-m\s*(?:PEM|PKCS8)\s.*-p/,
  keytool: /^-(?:importkeystore|exportsecret)\b/,
  openssl: /^pkcs12\b(?!.*\s-(?:export|nokeys)\b)/,
  'age rage': /(?:^|\s)(?:-d|--decrypt)\b(?!.*\s(?:-o|--output)\b)/,
  'systemd-creds': /^(?:decrypt|cat)\b/,
  nmcli: /(?:^|\s)(?:-s|--show-secrets)\b/,
  'sops dotenvx': /(?:^|\s)(?:-d|--decrypt|decrypt|get|exec-file)(?:\s|$)/,
  'ansible-vault': /^(?:view|decrypt)\b(?!.*\.\w+\.enc$)/,
  dotenv: /(?:^|\s)(?:list|get)(?:\s|$)/,
  // Stores of secrets.
  vault: /(?:^|\s)(?:kv get|read|print token|token (?:create|lookup)|unwrap)\b/,
  doppler: /^(?:secrets(?!\s+(?:set|delete|--only-names|upload))|configs? tokens create)\b/,
  infisical: /^(?:secrets(?!\s+(?:set|delete))|export)\b/,
  chamber: /^(?:read|export|env)\b/,
  conjur: /^variable (?:get|value)\b/,
  // Clouds.
  aws: /\b(?:lambda get-function\S*\b.*Environment|configure (?:get \S*(?:secret|token)\S*|export-credentials)|secretsmanager (?:batch-)?get-secret-value|ssm get-parameters?(?:-by-path)?\b.* --with-decryption|sts (?:get-session-token|get-federation-token|assume-role\S*)|ecr(?:-public)? get-(?:login-password|authorization-token|login)|iam create-(?:access-key|service-specific-credential)|codeartifact get-authorization-token|eks get-token|rds generate-db-auth-token|sso get-role-credentials|lightsail get-relational-database-master-user-password|cognito-idp admin-initiate-auth)\b/,
  gcloud:
    /\b(?:auth (?:application-default )?print-(?:access|identity|refresh)-token|secrets versions access|iam service-accounts keys create|sql users set-password|config config-helper)\b/,
  az: /\b(?:account get-access-token|keyvault secret (?:show|download)|(?:storage account|cosmosdb|redis|batch account|cognitiveservices account|acr credential|servicebus \S+ authorization-rule|eventhubs \S+ authorization-rule|iot hub)(?: keys?)? (?:list-keys|keys list|list-connection-strings|connection-string show|show-connection-string)|storage account (?:keys list|show-connection-string|generate-sas)|acr credential show|ad (?:sp create-for-rbac|app credential reset|sp credential reset)|aks get-credentials|webapp deployment list-publishing-\w+)\b/,
  oci: /\b(?:secrets secret-bundle get|session export)\b/,
  'ibmcloud bx': /\b(?:iam oauth-tokens|iam api-key-create|resource service-key)\b/,
  doctl: /\b(?:auth token|registry docker-config|databases connection)\b/,
  'fly flyctl': /^(?:auth token|tokens? create)\b/,
  heroku:
    /^(?:auth:token|authorizations:create|config(?!:(?:set|unset|edit|get))\b|config:get \S*(?:key|token|secret|passw|url|credential)|pg:credentials:url)/i,
  'vercel now': /^env pull\b.*\/dev\/stdout/,
  railway: /^variables?\b(?!.*--set)/,
  netlify: /^env:(?:list|get)\b/,
  firebase: /^(?:login:ci|functions:(?:secrets:access|config:get))\b/,
  supabase: /^(?:projects api-keys|status\b.*-o env)\b/,
  databricks: /^(?:auth token|tokens create|secrets get-secret)\b/,
  // Code, packages and deployments.
  gh: /\bauth (?:token|status\b.*\s(?:-t|--show-token))(?:\s|$)/,
  glab: /\bauth (?:token|status\b.*\s(?:-t|--show-token))(?:\s|$)/,
  git: /(?:^|\s)credential(?:-\w+)? (?:fill|get)\b/,
  'npm pnpm yarn': /^(?:token create\b|config get \S*_?(?:auth|password|token))/i,
  bundle: /^config (?:get )?https?:/,
  snyk: /^config get api\b/,
  'docker podman nerdctl': /^context export\b.*\s-$|^(?:container )?inspect\b.*\.Env\b/,
  rclone: /^config (?:show|dump)\b/,
  stripe: /^config\b.*--list\b/,
  'redis-cli valkey-cli': /\bconfig get (?:requirepass|masterauth|\*)/i,
  'psql mysql mariadb': /\b(?:pg_shadow|pg_authid|mysql\.user)\b/i,
  chezmoi: /^execute-template\b.*\b(?:bitwarden|onepassword|lastpass|keepassxc|keyring|vault|pass|secret)/i,
  // The memory of another program.
  gcore: /\d/,
  gdb: /\b(?:generate-core-file|gcore|dump (?:binary )?memory)\b/,
  // One variable of a session or a service.
  'launchctl tmux': /^(?:getenv|show-environment|showenv)\b.*\b[A-Z_]*(?:TOKEN|SECRET|PASSWORD|KEY|CREDENTIALS?)\b/,
  'kubectl oc k':
    /\bget (?:\S+,)?secrets?(?:[/,]\S*)?(?:\s.*)?\s?(?:-o|--output)[ =]?(?:ya?ml|json|jsonpath|go-template|template|custom-columns)|\bget .*(?:-o|--output)[ =]?\S+.*\ssecrets?(?:[/\s]|$)|\bconfig view\b.*--raw|\bcreate token\b|\bextract secret/,
  argocd: /^(?:account generate-token|admin initial-password)\b/,
  'terraform tofu': /^output\b.*\s\S*(?:secret|passw|token|private_key|api_?key|credential)|^state pull\b/i,
  pulumi: /(?:^|\s)(?:--show-secrets|stack export\b.*--show|config get\b)/,
  'travis circleci': /\btoken\b/,
}

const table = new Map(
  Object.entries(PRINTING).flatMap(([names, rule]) => names.split(' ').map((name) => [name, rule] as const)),
)

/** Whether what it prints is a secret. */
export const reveals = ({ program, args }: Pick<Run, 'program' | 'args'>): boolean =>
  program.startsWith('python') && args[0] === '-m'
    ? reveals({ program: args[1] ?? '', args: args.slice(2) })
    : table.get(program)?.test(args.join(' ').slice(0, MAX_TEXT)) === true

const MAX_TEXT = 10_000
