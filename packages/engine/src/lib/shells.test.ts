import fc from 'fast-check'
import { isForBash } from './shells.ts'

describe('the shell that a tool is for', () => {
  it.each(['PowerShell', 'pwsh', 'mcp__x__POWERSHELL', 'cmd', 'run-CMD', 'windows cmd'])('%s is not bash', (tool) => {
    expect(isForBash(tool)).toBe(false)
  })

  it.each(['Bash', 'shell', 'mcp__cmdlet__run', 'run_cmd', ''])('%j may be bash', (tool) => {
    expect(isForBash(tool)).toBe(true)
  })

  it('is what a pattern says', () => {
    const part = fc.oneof(fc.constantFrom('power', 'Shell', 'PW', 'sh', 'cMd', '_', '-', 'ſ', 'K', 'bash'), fc.string())
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (tool) => isForBash(tool) === !/powershell|pwsh|\bcmd\b/i.test(tool),
      ),
    )
  })
})
