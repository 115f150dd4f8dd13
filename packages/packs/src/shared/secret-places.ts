/** Where products keep credentials. All names are folded to lower case. */
export interface SecretPlace {
  readonly product: string
  /** In any directory: `.aws`, `a/b` for `b` directly in `a`. */
  readonly anywhere?: readonly string[]
  /** Only in a home directory; elsewhere the same name means something else. */
  readonly home?: readonly string[]
  /** Where programs keep settings and data: `.config`, `.local/share`, `Library/Application Support`, `AppData`. */
  readonly config?: readonly string[]
  /** Public files in them. */
  readonly except?: RegExp
}

export const PLACES: readonly SecretPlace[] = [
  // Keys and passwords.
  {
    product: 'SSH',
    anywhere: ['.ssh'],
    except: /^(known_hosts|config|authorized_keys|rc$|allowed_signers|readme)|\.pub(\.|$)/,
  },
  { product: 'GnuPG', anywhere: ['.gnupg'], except: /^(gpg|gpg-agent|dirmngr)\.conf$|^readme/ },
  { product: 'Holdpoint', anywhere: ['holdpoint/seal-key'] },
  { product: 'age and sops', config: ['sops/age', 'age'] },
  { product: 'pass, gopass', anywhere: ['.password-store'], config: ['gopass/stores'] },
  { product: '1Password', config: ['op', '1password'] },
  { product: 'Bitwarden', config: ['bitwarden', 'bitwarden cli', 'rbw'] },
  { product: 'KeePassXC', config: ['keepassxc'] },
  { product: 'key rings', config: ['keyrings', 'kwalletd'], anywhere: ['library/keychains'] },
  { product: 'Windows credentials', config: ['microsoft/credentials', 'microsoft/protect', 'microsoft/vault'] },
  // Clouds.
  { product: 'AWS', anywhere: ['.aws'], except: /^readme/ },
  { product: 'Google Cloud', config: ['gcloud'], except: /^(configurations|logs)\/|^active_config$/ },
  { product: 'Azure', home: ['.azure'] },
  { product: 'Oracle Cloud', home: ['.oci'] },
  { product: 'IBM Cloud', home: ['.bluemix'] },
  { product: 'Alibaba Cloud', anywhere: ['.aliyun'] },
  { product: 'DigitalOcean', config: ['doctl'] },
  { product: 'Linode, Hetzner, Scaleway, Vultr', config: ['linode-cli', 'hcloud', 'scw'], home: ['.vultr-cli.yaml'] },
  { product: 'Heroku', home: ['.config/heroku'] },
  { product: 'Fly', anywhere: ['.fly/config.yml'] },
  { product: 'Vercel', config: ['com.vercel.cli', 'vercel/auth.json', 'now/auth.json'], home: ['.vercel/auth.json'] },
  { product: 'Netlify', config: ['netlify'], home: ['.netlify'] },
  { product: 'Cloudflare', config: ['.wrangler'], anywhere: ['.wrangler/config', '.cloudflared'] },
  { product: 'Supabase, Railway, Render', home: ['.supabase', '.railway', '.render'] },
  { product: 'Firebase', config: ['configstore/firebase-tools.json'] },
  { product: 'Kubernetes', anywhere: ['.kube/config'], home: ['.minikube/profiles', '.config/argocd'] },
  { product: 'Helm', config: ['helm/registry'], home: ['library/preferences/helm/registry'] },
  { product: 'containers', anywhere: ['.docker/config.json'], config: ['containers/auth.json'] },
  { product: 'Terraform', anywhere: ['.terraform.d/credentials.tfrc.json'], home: ['.terraformrc'] },
  { product: 'Pulumi', home: ['.pulumi/credentials.json'] },
  { product: 'Vagrant, Ansible', home: ['.vagrant.d/data', '.ansible/vault_pass', '.ansible/galaxy_token'] },
  // Code and packages.
  { product: 'git', config: ['git/credentials'] },
  {
    product: 'GitHub',
    config: ['gh', 'github cli', 'hub', 'github-copilot'],
    except: /^config\.yml$|^versions\.json$/,
  },
  { product: 'GitLab', config: ['glab-cli'] },
  { product: 'npm and yarn', home: ['.npmrc', '.yarnrc.yml'], config: ['yarn/global/.npmrc'] },
  { product: 'PyPI, Poetry', config: ['pypoetry/auth.toml', 'hatch/auth', 'uv/credentials'] },
  { product: 'Cargo', anywhere: ['.cargo/credentials', '.cargo/credentials.toml'] },
  { product: 'RubyGems', anywhere: ['.gem/credentials'], home: ['.bundle/config'] },
  {
    product: 'Maven, Gradle',
    anywhere: ['.m2/settings.xml', '.m2/settings-security.xml'],
    home: ['.gradle/gradle.properties'],
  },
  { product: 'NuGet', home: ['.nuget/nuget/nuget.config'], config: ['nuget/nuget.config'] },
  { product: 'Composer', anywhere: ['.composer/auth.json'], config: ['composer/auth.json'] },
  { product: 'Subversion', anywhere: ['.subversion/auth'] },
  { product: 'CI', home: ['.circleci/cli.yml', '.travis/config.yml', '.sentryclirc', '.config/buildkite'] },
  { product: 'Snyk', config: ['configstore/snyk.json'] },
  { product: 'Exercism, Stripe, ngrok', config: ['exercism/user.json', 'stripe', 'ngrok'], anywhere: ['.ngrok2'] },
  { product: 'Android, Apple', home: ['.android/debug.keystore', '.appstoreconnect', '.private_keys'] },
  // Data.
  {
    product: 'databases',
    home: ['.mongorc.js', '.mongodb/mongosh', '.dbeaver4', '.dbvis'],
    config: ['mongodb/mongosh', 'dbeaverdata'],
  },
  { product: 'dbt', home: ['.dbt/profiles.yml'] },
  { product: 'Databricks', home: ['.databricks'] },
  { product: 'Snowflake', anywhere: ['.snowsql/config'], home: ['.snowflake'], config: ['snowflake'] },
  {
    product: 'Kaggle, Hugging Face',
    anywhere: [
      '.kaggle/kaggle.json',
      '.cache/huggingface/token',
      '.cache/huggingface/stored_tokens',
      '.huggingface/token',
    ],
  },
  {
    product: 'Jupyter',
    home: ['.jupyter/jupyter_server_config.json', '.jupyter/jupyter_notebook_config.json'],
    config: ['jupyter/runtime'],
    anywhere: ['library/jupyter/runtime'],
  },
  { product: 'rclone', config: ['rclone'] },
  { product: 'backups', config: ['borg/keys', 'borg/security', 'restic'] },
  { product: 'atuin', config: ['atuin/key', 'atuin/session'] },
  // Agents.
  {
    product: 'agents',
    anywhere: ['.codex/auth.json', '.claude/.credentials.json', '.gemini/oauth_creds.json'],
    config: ['opencode/auth.json'],
  },
  // Wallets.
  {
    product: 'Bitcoin and its kind',
    home: ['.bitcoin/wallets', '.litecoin/wallets', '.dogecoin/wallets', '.dashcore/wallets'],
    config: ['bitcoin/wallets'],
  },
  {
    product: 'Electrum',
    anywhere: ['.electrum/wallets', '.electron-cash/wallets', '.electrum-ltc/wallets'],
    config: ['electrum/wallets'],
  },
  {
    product: 'Ethereum',
    anywhere: ['.ethereum/keystore', '.foundry/keystores'],
    config: ['ethereum/keystore'],
    home: ['library/ethereum/keystore'],
  },
  { product: 'Solana', config: ['solana'] },
  {
    product: 'Monero, Exodus, Ledger',
    home: ['.bitmonero', 'monero/wallets'],
    config: ['exodus', 'atomic', 'ledger live', 'monero'],
  },
  // Browsers and messengers.
  {
    product: 'Firefox',
    anywhere: ['.mozilla/firefox', '.thunderbird', '.librewolf'],
    config: ['firefox', 'mozilla/firefox', 'thunderbird'],
  },
  {
    product: 'Chrome and its kind',
    config: [
      'google-chrome',
      'google/chrome',
      'google-chrome-beta',
      'chromium',
      'bravesoftware',
      'microsoft-edge',
      'microsoft edge',
      'microsoft/edge',
      'vivaldi',
      'opera',
      'com.operasoftware.opera',
      'opera software',
      'arc/user data',
    ],
  },
  { product: 'Safari', home: ['library/cookies', 'library/safari'], anywhere: ['library/containers/com.apple.safari'] },
  {
    product: 'messengers',
    config: [
      'slack',
      'discord',
      'discordcanary',
      'signal',
      'telegramdesktop',
      'telegram desktop',
      'element',
      'microsoft/teams',
    ],
  },
]
