import { ANY, ONE, UNKNOWN, foldPath, isWithin, mayBe } from '@holdpoint/shell'

/**
 * Files and directories whose content acts after this session, or on other programs. One table, used for whatever
 * program or tool writes, deletes, moves, links or opens them.
 */

/** Why a change of a place matters. Each has a message of its own. */
export type Meaning =
  /** Something executes it automatically: a login, a boot, a schedule, or a program whenever it starts. */
  | 'startup'
  /** It decides who may log in, and with which rights. */
  | 'access'
  /** It decides which certificates, keys, hosts and package sources are trusted. */
  | 'trust'

/** In lower case. An entry means the file or directory and everything below; `~` is any home, `*` a part of a name. */
const PLACES: Readonly<Record<Meaning, readonly string[]>> = {
  startup: [
    // Shells.
    '~/.bashrc* ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.bash_aliases ~/.profile ~/.login ~/.logout',
    '~/.zshrc* ~/.zshenv ~/.zprofile ~/.zlogin ~/.zlogout ~/.zsh ~/.config/zsh ~/.oh-my-zsh ~/.zinit ~/.antigen',
    '~/.kshrc ~/.mkshrc ~/.cshrc ~/.tcshrc ~/.config/fish ~/.config/nushell ~/.config/elvish ~/.xonshrc ~/.inputrc',
    '~/.config/powershell ~/.direnvrc ~/.config/direnv',
    '/etc/profile* /etc/bash* /etc/zsh* /etc/zsh /etc/csh* /etc/ksh* /etc/fish /etc/environment /etc/environment.d',
    '~/.config/environment.d ~/.pam_environment',
    // Desktop sessions.
    '~/.config/autostart ~/.config/autostart-scripts ~/.config/plasma-workspace ~/.kde/autostart ~/.xinitrc ~/.xsession',
    '~/.xsessionrc ~/.xprofile ~/.xserverrc ~/.config/openbox ~/.config/i3 ~/.i3 ~/.config/sway ~/.config/hypr',
    '~/.config/awesome ~/.config/bspwm ~/.config/qtile ~/.config/herbstluftwm ~/.xmonad ~/.config/sxhkd ~/.xbindkeysrc',
    '~/.local/share/dbus-1 /etc/xdg/autostart /etc/x11 /usr/share/dbus-1',
    // systemd, init, cron.
    '~/.config/systemd ~/.local/share/systemd /etc/systemd /run/systemd /lib/systemd /usr/lib/systemd /usr/local/lib/systemd',
    '/etc/init /etc/init.d /etc/inittab /etc/rc* /etc/conf.d /etc/runit /etc/service /etc/sv /etc/s6 /etc/openrc /etc/update-motd.d',
    '/etc/cron* /etc/anacrontab /etc/at.* /var/spool/cron /var/spool/anacron /var/spool/at /var/spool/atjobs /var/at /var/cron /etc/periodic /usr/lib/cron',
    '/etc/supervisor /etc/supervisord* /etc/monit /etc/logrotate* /etc/incron* /etc/acpi /etc/pm /usr/lib/pm-utils',
    // Run by the kernel, the loader, devices and the network.
    '/etc/ld.so* /etc/ld-musl* /etc/modprobe* /etc/modules* /etc/udev /lib/udev /usr/lib/udev /run/udev /etc/sysctl* /etc/binfmt.d',
    '/etc/initramfs-tools /etc/dracut* /etc/mkinitcpio* /etc/grub* /etc/kernel /etc/networkmanager /etc/network',
    '/etc/ppp /etc/dhcp /etc/apt/apt.conf* /etc/dpkg /etc/pacman.d/hooks',
    // macOS.
    '~/library/launchagents ~/library/startupitems ~/library/scripts ~/library/internet plug-ins ~/library/quicklook ~/library/spotlight',
    '~/library/preferences/com.apple.loginitems* ~/library/preferences/com.apple.loginwindow* ~/library/input methods ~/library/services ~/library/workflows',
    '~/library/application scripts ~/library/application support/com.apple.backgroundtaskmanagementagent ~/library/colorpickers ~/library/screen savers',
    '/library/launchagents /library/launchdaemons /library/startupitems /library/scriptingadditions /library/extensions /library/privilegedhelpertools',
    '/system/library/launchagents /system/library/launchdaemons /etc/launchd* /private/etc/periodic /private/etc/cron* /private/var/at /etc/emond.d /private/etc/emond.d',
    '/library/managed preferences /var/db/configurationprofiles /private/var/db/configurationprofiles',
    // Windows. The registry is written as a path, see posixPath.
    '~/appdata/roaming/microsoft/windows/start menu/programs/startup /c/programdata/microsoft/windows/start menu/programs/startup',
    '~/documents/powershell ~/documents/windowspowershell ~/onedrive/documents/powershell ~/onedrive/documents/windowspowershell /c/windows/system32/windowspowershell /c/program files/powershell',
    '/c/windows/tasks /c/windows/system32/tasks /c/windows/system32/grouppolicy',
    '/hk*:/software/microsoft/windows/currentversion/run* /hk*:/software/wow6432node/microsoft/windows/currentversion/run* /hk*:/software/microsoft/windows/currentversion/policies/explorer/run',
    '/hk*:/software/microsoft/windows nt/currentversion/winlogon /hk*:/software/microsoft/windows nt/currentversion/windows /hk*:/software/microsoft/windows nt/currentversion/image file execution options',
    '/hk*:/software/microsoft/command processor /hk*:/software/microsoft/active setup /hk*:/system/*controlset*/services /hk*:/system/*controlset*/control/session manager /hk*:/environment',
    // Git, in the settings of a user or of all users.
    '~/.gitconfig ~/.config/git/config* ~/.config/git/hooks ~/.config/git/attributes /etc/gitconfig ~/.git-templates ~/.git-template ~/.githooks ~/.git-hooks /usr/share/git-core',
    // Interpreters and debuggers.
    '~/.local/lib/python*/site-packages/*.pth ~/.local/lib/python*/site-packages/sitecustomize* ~/.local/lib/python*/site-packages/usercustomize*',
    '~/library/python/*/lib/python/site-packages/*.pth ~/library/python/*/lib/python/site-packages/*customize*',
    '/usr/local/lib/python*/*-packages/*.pth /usr/local/lib/python*/*-packages/*customize* /usr/local/lib/python*/*customize*',
    '~/.pythonrc* ~/.pythonstartup* ~/.ipython ~/.jupyter ~/.pdbrc* ~/.irbrc ~/.pryrc ~/.rprofile ~/.renviron ~/.gdbinit ~/.config/gdb ~/.gdbearlyinit',
    '~/.lldbinit* ~/.perldb ~/.psqlrc ~/.sqliterc ~/.mysqlrc ~/.mongorc.js ~/.mongoshrc.js ~/.node_repl* ~/.noderc ~/.ghci ~/.config/ghci ~/.julia/config ~/.octaverc ~/.luarc*',
    // Editors, terminals, tools that start what their settings name.
    '~/.vimrc ~/.vim ~/.gvimrc ~/.exrc ~/.config/nvim ~/.local/share/nvim/site ~/.emacs ~/.emacs.d ~/.config/emacs ~/.spacemacs ~/.doom.d ~/.config/doom ~/.nanorc ~/.config/helix ~/.config/kak',
    '~/.config/code*/user ~/.config/vscodium/user ~/.config/cursor/user ~/library/application support/*/user/settings.json ~/library/application support/*/user/tasks.json ~/.config/zed ~/.vscode-server ~/.config/sublime-text*',
    '~/.tmux.conf ~/.config/tmux ~/.tmux ~/.screenrc ~/.config/kitty ~/.config/alacritty ~/.alacritty.* ~/.wezterm.lua ~/.config/wezterm ~/.config/ghostty ~/.config/terminator',
    '~/.lesskey ~/.config/lesskey ~/.mailcap ~/.forward ~/.procmailrc ~/.muttrc ~/.config/mutt ~/.mutt ~/.config/neomutt ~/.config/ranger ~/.config/lf ~/.config/mpv/scripts ~/.hammerspoon ~/.config/karabiner ~/.config/skhd ~/.skhdrc ~/.yabairc ~/.config/yabai',
    '~/.cargo/config* ~/.cargo/env ~/.gradle/init* ~/.gradle/gradle.properties ~/.m2/settings.xml ~/.m2/extensions.xml ~/.mavenrc ~/.sbtrc ~/.sbt/*/plugins ~/.bazelrc ~/.config/mise ~/.asdfrc ~/.rbenv/hooks ~/.pyenv/hooks ~/.makerc ~/.ansible.cfg ~/.ansible/plugins ~/.terraformrc ~/.kube/plugins ~/.docker/cli-plugins',
  ],
  access: [
    '~/.ssh/authorized_keys* ~/.ssh/config* ~/.ssh/rc ~/.ssh/environment ~/.ssh/config.d /etc/ssh ~/.rhosts ~/.shosts /etc/hosts.equiv ~/.k5login',
    '/etc/pam* /etc/security /lib/security /lib/*/security /usr/lib/*/security /etc/polkit-1 /usr/share/polkit-1 /var/lib/polkit-1 /etc/doas.conf /etc/login.defs /etc/shells /etc/securetty',
    '/etc/nsswitch.conf /etc/hosts.allow /etc/hosts.deny /etc/apparmor* /etc/selinux /etc/audit /etc/iptables /etc/nftables* /etc/ufw /etc/firewalld /etc/pf.conf /etc/pf.anchors /private/etc/pf* /etc/fail2ban /etc/subuid /etc/subgid',
    '/hk*:/system/*controlset*/control/lsa /hk*:/sam /hk*:/security /hk*:/software/policies /hk*:/software/microsoft/windows/currentversion/policies /hk*:/software/microsoft/windows defender /wsman:',
    '/library/security /system/library/security /var/db/auth.db /library/directoryservices ~/library/application support/com.apple.tcc /library/application support/com.apple.tcc /var/db/dslocal',
  ],
  trust: [
    '/etc/ssl /etc/pki /etc/ca-certificates* /usr/share/ca-certificates /usr/local/share/ca-certificates /usr/local/share/pki ~/.pki ~/.local/share/pki /library/keychains ~/library/keychains',
    '/c/windows/system32/drivers/etc /cert: /hk*:/software/microsoft/systemcertificates /hk*:/software/microsoft/windows/currentversion/internet settings',
    '~/.ssh/known_hosts* /etc/hosts /etc/resolv.conf /private/etc/hosts /private/etc/resolv.conf /etc/resolver',
    '/etc/apt /etc/yum* /etc/dnf /etc/zypp /etc/pacman* /etc/apk /etc/portage ~/.config/containers /etc/containers /etc/docker ~/.docker/config.json ~/.docker/daemon.json',
    '~/.npmrc ~/.yarnrc* ~/.pnpmrc ~/.config/pnpm/rc ~/.bunfig.toml ~/.config/pip ~/.pip /etc/pip.conf ~/library/application support/pip ~/.pypirc ~/.condarc ~/.pydistutils.cfg ~/.config/go/env ~/.config/cabal ~/.cabal/config ~/.opam/config ~/.config/uv ~/.config/pypoetry ~/.gemrc ~/.bundle/config ~/.config/composer ~/.composer/config.json ~/.nuget/nuget ~/.config/nuget ~/.curlrc ~/.config/curlrc ~/.wgetrc /etc/wgetrc',
  ],
}

/** Names may hold a space: an entry begins at `~/` or `/`. */
const entriesOf = (meaning: Meaning): readonly string[] => PLACES[meaning].flatMap((line) => line.split(/ (?=~?\/)/))

const MEANINGS: readonly Meaning[] = ['startup', 'access', 'trust']

interface Places {
  readonly meaning: Meaning
  /** Those without a pattern. */
  readonly exact: ReadonlySet<string>
  readonly patterns: readonly Pattern[]
}

/** A path that does not begin with `start` needs no regular expression: compiling them all takes milliseconds. */
interface Pattern {
  readonly start: string
  matches(path: string): boolean
}

let known: readonly Places[] | undefined

const places = (): readonly Places[] =>
  (known ??= MEANINGS.map((meaning) => {
    const entries = entriesOf(meaning)
    return {
      meaning,
      exact: new Set(entries.filter((entry) => !entry.includes('*'))),
      patterns: entries.filter((entry) => entry.includes('*')).map(patternOf),
    }
  }))

function patternOf(entry: string): Pattern {
  let pattern: RegExp | undefined
  const compile = (): RegExp =>
    new RegExp(`^${entry.replaceAll(/[.+^$()|[\]{}]/g, String.raw`\$&`).replaceAll('*', '[^/]*')}(?:/|$)`)
  return { start: entry.slice(0, entry.indexOf('*')), matches: (path) => (pattern ??= compile()).test(path) }
}

/** A path and everything it lies in: `/a/b`, `/a`. */
function placesAround(path: string): readonly string[] {
  const found = [path]
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) found.push(path.slice(0, end))
  return found
}

const ANY_HOME = new RegExp(`^(?:/root|/home/[^/]+|(?:/[a-z])?/users/[^/]+|${UNKNOWN}(?=/\\.))(?=/|$)`)

/** With `~` for any home directory, also one that only a variable names: `$X/.bashrc`. */
function fromHome(given: string, home: string): string {
  const path = foldPath(given)
  const own = foldPath(home)
  return isWithin(path, own) ? `~${path.slice(own.length)}` : path.replace(ANY_HOME, '~')
}

/** What a file means, or what one of the files means that a pattern in its name may fit. */
export function meaningOf(given: string, home: string): Meaning | undefined {
  const path = fromHome(given, home)
  if (CUSTOMIZES.test(path)) return 'startup'
  const around = placesAround(path)
  const found = places().find(
    ({ exact, patterns }) =>
      around.some((place) => exact.has(place)) ||
      patterns.some(({ start, matches }) => path.startsWith(start) && matches(path)),
  )
  if (found !== undefined || !OPEN_NAME.test(path)) return found?.meaning
  return places().find(({ exact }) => [...exact].some((entry) => mayBe(path, entry)))?.meaning
}

/** Python loads it whenever it starts, in the directory that another program prints. */
const CUSTOMIZES = new RegExp(`^${UNKNOWN}.*/(?:(?:site|user)customize\\.py|[^/]+\\.pth)$`)

/** `~/.bash*`: the first letters are known, so that it is not every file. */
const OPEN_NAME = new RegExp(`/[^/${ANY}${ONE}${UNKNOWN}]+[${ANY}${ONE}]`)

/** What the most important file means that is somewhere in a directory, or directly in it. */
export function meaningIn(given: string, home: string, depth: 'any' | 'direct'): Meaning | undefined {
  const path = fromHome(given, home)
  const isIn = (entry: string): boolean =>
    depth === 'any' ? isWithin(entry, path) : entry.slice(0, entry.lastIndexOf('/')) === path
  return places().find(({ exact }) => [...exact].some(isIn))?.meaning
}

/** Directories of a user's own programs that come before those of the system. */
const OWN_PROGRAMS =
  /^(?:~\/(?:bin|\.bin|\.local\/bin|\.cargo\/bin|go\/bin|\.npm-global\/bin|\.bun\/bin|\.deno\/bin|\.yarn\/bin|\.pyenv\/shims|\.rbenv\/shims|\.asdf\/shims|\.nodenv\/shims)|\/opt\/(?:homebrew|local)\/s?bin)\/([^/]+)$/

/** Commands that every system has, or that get passwords and keys. Tools that people install by hand are not among them. */
const COMMANDS = new Set(
  'sh bash zsh dash ksh fish env sudo su doas pkexec passwd login ssh scp sftp ssh-add ssh-agent ssh-keygen gpg gpg-agent openssl curl wget git ls cat cp mv rm ln mkdir rmdir touch chmod chown echo printf test true false pwd cd head tail grep egrep sed awk sort uniq wc cut tr tee xargs find which id whoami ps top kill df du mount umount tar gzip gunzip unzip zip make gcc cc clang ld ar python python2 python3 pip pip3 perl ruby node npm npx java vi vim nano less more man crontab systemctl launchctl service apt apt-get dpkg yum dnf rpm brew docker podman security dscl osascript open xdg-open clear date hostname ping dig nslookup nc rsync screen tmux'.split(
    ' ',
  ),
)

/** Whether a file is started instead of the command of that name. */
export function replacesCommand(given: string, home: string): boolean {
  const [, name] = OWN_PROGRAMS.exec(fromHome(given, home)) ?? []
  return name !== undefined && COMMANDS.has(name)
}
