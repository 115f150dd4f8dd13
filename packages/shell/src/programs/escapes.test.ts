import { describe, expect, it } from 'vitest'
import { commandOfSetting, escapesIn, onlyComputes } from './escapes.ts'

describe('escapesIn', () => {
  it.each([
    ['!ls -l', 'ls -l'],
    [':!ls', 'ls'],
    [':silent !ls', 'ls'],
    ['silent! !ls', 'ls'],
    [':r !ls', 'ls'],
    ['%!ls', 'ls'],
    ['1,5w !ls', 'ls'],
    ['~!ls', 'ls'],
    ['\\! ls', 'ls'],
    ['.shell ls', 'ls'],
    ['.system ls', 'ls'],
    ['.once |ls', 'ls'],
    ['shell ls', 'ls'],
    ['platform shell ls', 'ls'],
    ['system ls', 'ls'],
    ['| ls', 'ls'],
    ['system("ls -l")', 'ls -l'],
    ["call system('ls')", 'ls'],
    ['python import os; os.system("ls")', 'ls'],
    ['(shell-command "ls")', 'ls'],
    ['os.execute("ls")', 'ls'],
    ['subprocess.run(["ls","-l"])', 'ls -l'],
    ["copy t to program 'ls'", 'ls'],
    ["exec xp_cmdshell 'ls'", 'ls'],
    ['select 1\n\\! ls', 'ls'],
  ])('%s', (text, line) => {
    expect(escapesIn(text)).toContain(line)
  })

  it.each([
    'bt',
    'info threads',
    'select * from t',
    ':wq',
    'set number',
    'db.users.count()',
    'print 1 + 1',
    '%s/a/b/g',
  ])('finds no way out in %s', (text) => {
    expect(escapesIn(text)).toEqual([])
  })

  it('stays linear and bounded', () => {
    expect(escapesIn('!ls\n'.repeat(10_000)).length).toBeLessThanOrEqual(64)
    expect(escapesIn(`system("${'a'.repeat(60_000)}`)).toEqual([])
  })
})

describe('onlyComputes', () => {
  it.each(['println(1 + 1)', 'cat(mean(c(1, 2)))', '(display (* 6 7))', 'puts [expr 6*7]'])('%s', (code) => {
    expect(onlyComputes(code)).toBe(true)
  })

  it.each(['run(`ls`)', 'system("x")', 'unlink("x")', 'Sys.command "x"', 'source("x"); eval(y)', 'open("x","w")'])(
    'not %s',
    (code) => {
      expect(onlyComputes(code)).toBe(false)
    },
  )
})

describe('a long text without a way out', () => {
  it.each([`${'1'.repeat(5000)}x`, `system${' '.repeat(5000)}x`, `system("a"${' '.repeat(5000)}x`])(
    'is read to its end',
    (text) => {
      expect(escapesIn(text).every((found) => !found.includes('11'))).toBe(true)
    },
  )
})

describe('commandOfSetting', () => {
  it.each([
    ['ProxyCommand=ls -l', 'ls -l'],
    ['ProxyCommand ls', 'ls'],
    ['alias.st=!ls', '!ls'],
    ['hooks.pre-commit=ls', 'ls'],
    ['ui.editor="ls -l"', 'ls -l'],
    ['ui.editor=["ls", "-l"]', '"ls" "-l"'],
  ])('%s', (setting, command) => {
    expect(commandOfSetting(setting)).toBe(command)
  })

  it.each(['Port=22', 'ProxyCommand=none', 'ui.color=always', 'StrictHostKeyChecking no'])('none in %s', (setting) => {
    expect(commandOfSetting(setting)).toBeUndefined()
  })
})
