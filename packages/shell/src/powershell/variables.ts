/** Places that variables of Windows name, by the name of the variable in lower case. */
const PLACES: ReadonlyMap<string, (home: string, cwd: string) => string> = new Map(
  Object.entries({
    home: (home) => home,
    userprofile: (home) => home,
    homepath: (home) => home,
    cd: (_, cwd) => cwd,
    appdata: (home) => `${home}/AppData/Roaming`,
    localappdata: (home) => `${home}/AppData/Local`,
    temp: () => '/tmp',
    tmp: () => '/tmp',
    systemroot: () => '/c/Windows',
    windir: () => '/c/Windows',
    systemdrive: () => '/c',
    programdata: () => '/c/ProgramData',
    allusersprofile: () => '/c/ProgramData',
    programfiles: () => '/c/Program Files',
    public: () => '/c/Users/Public',
    comspec: () => 'cmd',
  }),
)

export const placeNamed = (name: string, home: string, cwd: string): string | undefined =>
  PLACES.get(name.toLowerCase())?.(home, cwd)

/** Where PowerShell keeps what it runs at each start. */
export const profileIn = (home: string): string => `${home}/.config/powershell/profile.ps1`
