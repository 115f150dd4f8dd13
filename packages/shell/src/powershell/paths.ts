/** `C:\\Users\\x` as `/c/Users/x`, which is how a POSIX shell on Windows sees it. */
export const posixPath = (text: string): string =>
  text
    .replaceAll('\\', '/')
    .replace(/^([a-z]):\/*/i, (_, drive: string) => `/${drive.toLowerCase()}/`)
    .replace(/^nul$/i, '/dev/null')
