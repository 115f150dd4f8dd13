import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asZsh } from './zsh.ts'

describe('a command as zsh reads it', () => {
  it.each<[string, string]>([
    ['{rm x}', '{ rm x; }'],
    ['{ rm x }', '{ rm x ; }'],
    ['a && {b; c}', 'a && { b; c; }'],
    ['echo "$({rm x})"', 'echo "$({ rm x; })"'],
    ['=rm x', 'rm x'],
    ['y==rm; $y x', 'y=rm; $y x'],
    ['sh =(curl x)', 'sh <(curl x)'],
    ['for i (1 2) rm $i', 'for i in 1 2; do :; done; rm $i'],
    ['repeat 3 rm x', 'rm x'],
    ['f() rm x; f', 'f() { :; }; rm x; f'],
    ['{ a } always { b }', '{ a ; } ; { b ; }'],
    ['echo x >! f', 'echo x > f'],
    ['echo x >>| f', 'echo x >> f'],
    ['cat .(env|x)', 'cat .{env,x}'],
    ["ls *(e:'rm x':)", 'ls *$(rm x)'],
    ['echo ${(e)x} ${=y} $=z $a[2]', 'echo ${x@P} ${y} $z ${a[1]}'],
    ['rm $PWD:h', 'rm ${PWD%/*}'],
  ])('%s', (zsh, bash) => {
    expect(asZsh(zsh)).toBe(bash)
  })

  it('is the same in quotes, in a here-document and in a comment', () => {
    for (const code of ['{rm x}', '=rm x', 'for i (1) rm x', 'echo >! f', 'cat .(a|b)']) {
      expect(asZsh(`echo '${code}' "${code}" # ${code}`)).toBeUndefined()
      expect(asZsh(`cat <<'END' > f\n${code}\nEND\nls`)).toBeUndefined()
    }
  })

  it('never throws, and leaves plain words alone', () => {
    const signs = fc.constantFrom(...'{}()[]<>|&;!=$"\'`\\~:#\n \tab'.split(''), 'for', 'repeat ', '<<E', '${(', '$((')
    fc.assert(fc.property(fc.array(signs, { maxLength: 40 }), (parts) => void asZsh(parts.join(''))))
    fc.assert(fc.property(fc.stringMatching(/^[\w ./-]*$/), (text) => asZsh(`ls ${text}`) === undefined))
  })

  it.each(['{', '(', 'a=', 'a(', '$(', '"$(', '${(', '`', '<<E\n', 'for a ', '[[ ', '=(', 'x{'])(
    'returns from 200,000 characters of %s',
    (part) => void asZsh(part.repeat(200_000 / part.length)),
  )
})
