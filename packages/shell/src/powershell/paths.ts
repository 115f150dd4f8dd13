/** `C:\\Users\\x` as `/c/Users/x`, which is how a POSIX shell on Windows sees it, and `HKLM:\\x` as `/HKLM:/x`. */
export const posixPath = (text: string): string =>
  text
    .replace(STORE, (_, name: string) => `/${(HIVES.get(name.toLowerCase()) ?? name).toUpperCase()}:`)
    .replaceAll('\\', '/')
    .replace(/^([a-z]):\/*/i, (_, drive: string) => `/${drive.toLowerCase()}/`)
    .replace(/^nul$/i, '/dev/null')

/** Drives that are no part of the file system: the registry and the stores of certificates. */
const STORE =
  /^(?:[\w.]+\\)?(?:registry::)?(hklm|hkcu|hkcr|hku|hkcc|hkey_\w+|cert|wsman)(?::|(?<=hkey_\w+))(?=[\\/]|$)/i

const HIVES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    hkey_local_machine: 'HKLM',
    hkey_current_user: 'HKCU',
    hkey_classes_root: 'HKCR',
    hkey_users: 'HKU',
    hkey_current_config: 'HKCC',
  }),
)

/** A key as `reg` names it, without a colon. */
export const registryPath = (text: string): string => posixPath(text.replace(/^(?:\\\\[^\\]+\\)?(hk\w+)(?!:)/i, '$1:'))

/** Variables, functions and aliases of the session as PowerShell lists them: `Env:PATH` is not a file. */
export function sessionItem(text: string): { readonly drive: string; readonly name: string } | undefined {
  const [, drive, name = ''] = /^(env|variable|function|alias):[\\/]*(.*)$/is.exec(text) ?? []
  return drive === undefined ? undefined : { drive: drive.toLowerCase(), name }
}

/** An argument of a program that is a path of Windows is written as other paths are; a key of the registry is none. */
export const argumentPath = (text: string): string =>
  /^(?:[a-z]:[\\/]|\/[^\s\\]*\\|\\\\[\w.]|\.{0,2}\\\w|~\\|\.?\w[\w.-]*\\)/i.test(text) && !/^hk|[\n*^$|]/i.test(text)
    ? posixPath(text)
    : text
