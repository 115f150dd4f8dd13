/** A tool for another shell may carry words that mean something else. Few names reach the pattern, which is not free. */
export function isForBash(tool: string): boolean {
  const name = tool.toLowerCase()
  if (name.includes('powershell') || name.includes('pwsh')) return false
  return !name.includes('cmd') || !/\bcmd\b/i.test(tool)
}
