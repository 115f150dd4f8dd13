import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decoded } from './encode.ts'
import { asZsh } from './zsh.ts'

/** In words of bash, with what zsh expands shown as it was. */
const inBash = (text: string): string | undefined =>
  asZsh(text)
    ?.text.replace(/\$\{(__zsh_\w*)\}/g, (_whole, name: string) => `<${decoded(name) ?? ''}>`)
    .replace(/\s+/g, ' ')
    .trim()

describe('a command as zsh reads it', () => {
  it.each<[string, string]>([
    ['{rm x}', '{ rm x ; } ;'],
    ['{ rm x }', '{ rm x ; } ;'],
    ['a && {b; c}', 'a && { b ; c ; } ;'],
    ['a & ; b', 'a & b ;'],
    ['a &! b', 'a & b ;'],
    ['echo "$({rm x})"', 'echo "$( { rm x ; } ; )" ;'],
    ['=rm x', 'rm x ;'],
    ['y==rm; $y x', 'y=rm ; $y x ;'],
    ['sh =(curl x)', 'sh <( curl x ; ) ;'],
    ['for i (1 2) rm $i', 'for i in 1 2 ; do rm $i ; done ;'],
    ['for a b in 1 2; { c }', 'for __zshnames_a__b in 1 2 ; do c ; done ;'],
    ['foreach i (1) a; b; end', 'for i in 1 ; do a ; b ; done ;'],
    ['repeat 3 rm x && y', 'for __repeat in 3 ; do rm x && y ; done ;'],
    ['if [[ a == b ]] c; d', 'if [[ a == b ]] ; then c ; fi ; d ;'],
    ['if (a) { b } else { c }', 'if ( a ; ) ; then b ; else c ; fi ;'],
    ['while ((1)) {a}', 'while ((1)) ; do a ; done ;'],
    ['case x { a) b ;| (c|d) e }', 'case x in (a) b ; ;; (c|d) e ; ;; esac ;'],
    ['f() rm x; f', 'f() { rm x ; } ; f ;'],
    ['f(){rm x}', 'f() { rm x ; } ;'],
    ['function a b { c }', '{ __body_13() { c ; } ; a() { __body_13 "$@" ; } ; b() { __body_13 "$@" ; } ; } ;'],
    ['() { rm $1 } x > y', '{ __anonymous() { rm $1 ; }; __anonymous x > y ; } ;'],
    ['{ a } always { b }', '{ a ; b ; } ;'],
    ['coproc a | b', 'coproc { a | b ; } ;'],
    ['echo x >! f', 'echo x > f ;'],
    ['echo x >>| f', 'echo x >> f ;'],
    ['echo x >>&! f', 'echo x &>> f ;'],
    ['cat .(env|x)', 'cat .{env,x} ;'],
    ['cat .en(v)', 'cat .env ;'],
    ['ls <1-9>.txt', 'ls *.txt ;'],
    ["setopt x; ls *(e:'rm x':)", 'setopt x ; ls *{,$( REPLY=*; rm x ; )} ;'],
    ['setopt x; ls ^a b~c d# e*~f', 'setopt x ; ls * b~c * e* ;'],
    ['echo ${(e)x} ${=y} $=z $a[2] "$b:h"', 'echo <(e)x> <=y> <=z> <a[2]> "<b:h>" ;'],
    ['echo `a $(b)`', 'echo $( a $( b ; ) ; ) ;'],
    ['cat <<E; ls\n$(rm x) "y"\nE\nb', 'cat <<< "$( rm x ; ) \\"y\\"" ; ls ; b ;'],
  ])('%s', (zsh, bash) => {
    expect(inBash(zsh)).toBe(bash)
  })

  it.each(['{a', 'a)', '( a ) b', '{ a } b', 'if a; then b', 'for', "echo 'a", 'echo $(a', 'a() ', 'case x in a) b'])(
    'does not read %s',
    (text) => {
      expect(asZsh(text)).toBeUndefined()
    },
  )

  it('means the same as bash in quotes, in a here-document and in a comment', () => {
    for (const code of ['{rm x}', '=rm x', 'for i (1) rm x', 'echo >! f', 'cat .(a|b)']) {
      expect(asZsh(`echo '${code}' "${code}" # ${code}`)).toMatchObject({ differs: false })
      expect(asZsh(`cat <<'END' > f\n${code}\nEND\nls`)).toMatchObject({ differs: false })
    }
  })

  it('never throws, and leaves plain words alone', () => {
    const signs = fc.constantFrom(...'{}()[]<>|&;!=$"\'`\\~:#\n \tab'.split(''), 'for', 'repeat ', '<<E', '${(', '$((')
    fc.assert(fc.property(fc.array(signs, { maxLength: 40 }), (parts) => void asZsh(parts.join(''))))
    fc.assert(fc.property(fc.stringMatching(/^[\w ./-]*$/), (text) => asZsh(`ls ${text}`)?.differs === false))
  })

  /** Openings without an end, and signs that are looked at again and again. */
  const ENDLESS =
    '{|(|a=|a(|$(|"$(|${(|`|<<E\n|for a |[[ |=(|x{|$x[|x[ |*(e:|a;x[|"${|<(|if |f() |() |! |case a in |$a:s/|[[ ( |((|$[|{a} |a#|a~|a*~'
  it.each([...ENDLESS.split('|'), 'a|'])(
    'returns from 200,000 characters of %s',
    (part) => void asZsh(part.repeat(200_000 / part.length), true),
  )
})
