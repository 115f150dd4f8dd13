import fc from 'fast-check'

/** Harmless commands in the grammar of zsh: programs that only note their arguments, in every form that starts one. */

/** What the words below refer to. */
export const PREAMBLE = [
  'v=dir/sub/file.tar.gz w=Mixed n=v e=\'$w\' q=\'"one two"\' list=a,b,c line="beta x y" empty=',
  'arr=(one two three) cmd=(gamma p q)',
  'typeset -A h; h=(k val k2 other)',
].join('; ')

/** Files there are. */
export const FILES = ['f1.txt', 'f2.txt', 'g1.md', '7', 'dir/sub/file.tar.gz', 'dir/inner.txt']

export const PROGRAMS = ['alpha', 'beta', 'gamma', 'delta']

const one = (text: string): fc.Arbitrary<string> => fc.constantFrom(...text.trim().split(/\s*\n\s*/))

const PLAIN_WORD = one(`
  a
  b-c
  'q r'
  "d e"
  x\\ y
  $'t\\tu'
  {l,m}
  {1..3}
  5
`)

const PARAMETER = one(`
  $v
  $w
  "$v"
  \${v}
  "\${line}"
  $line
  $=line
  \${=line}
  $arr
  "$arr"
  "\${arr[@]}"
  $arr[2]
  \${arr[2,-1]}
  $arr[-1]
  \${arr[(r)t*]}
  \${arr:#two}
  \${(M)arr:#t*}
  \${arr:1}
  \${(j:-:)arr}
  \${(Oa)arr}
  \${(o)arr}
  \${(U)arr}
  \${#arr}
  $#arr
  $h[k]
  \${h[k2]}
  \${(ok)h}
  \${(P)n}
  \${(e)e}
  \${(Q)q}
  \${(z)line}
  \${(s:,:)list}
  "\${(s:,:)list}"
  "\${(@s:,:)list}"
  \${(L)w}
  \${(C)w}
  \${w:l}
  \${w:u}
  \${v:h}
  \${v:t}
  \${v:t:r}
  \${v:r:r}
  \${v:e}
  $v:h
  $v:t:r
  "$v:h"
  \${v:s/sub/other/}
  \${v:gs/r/R/}
  \${v/sub/x}
  \${v//r/R}
  \${v#*/}
  \${v##*/}
  \${v%.*}
  \${v%%.*}
  \${v[1,3]}
  \${w[2]}
  \${w:1:2}
  \${unset:-other}
  \${unset-$w}
  \${empty:-$w}
  \${w:+set}
  \${w+set}
  \${fresh:=made}
  \${fresh::=made}
  \${+w}
  \${:-bare}
  \${\${v:t}%.gz}
  \${\${(s:,:)list}[2]}
  \${(f)"$(print -l r s)"}
  \${(j:+:)\${(s:,:)list}}
  $((1+2))
  $[2*3]
  $@
  "$*"
  ~
  ~/x
  ~+
`)

const PATTERN = one(`
  f*
  f?.txt
  f(1|2).txt
  (f|g)1.*
  f[12].txt
  <->
  f<1-9>.txt
  **/*.gz
  d*/
`)

const TARGET = one(`
  out1
  out2
`)

const REDIRECTION = fc
  .tuple(one('>\n>!\n>|\n>>\n>>!\n>>|\n&>\n&>!\n>&!\n&>>|\n2>'), TARGET)
  .map(([operator, target]) => `${operator} ${target}`)

interface Commands {
  readonly word: string
  readonly simple: string
  readonly command: string
  readonly list: string
}

const PROGRAM = fc.constantFrom(...PROGRAMS)

const { list } = fc.letrec<Commands>((tie: fc.LetrecTypedTie<Commands>) => {
  const inner: fc.Arbitrary<string> = tie('list')
  const command: fc.Arbitrary<string> = tie('command')
  const form = (write: (text: string, other: string) => string): fc.Arbitrary<string> =>
    fc.tuple(inner, command).map(([text, other]) => write(text, other))
  return {
    word: fc.oneof(
      { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
      { weight: 5, arbitrary: PLAIN_WORD },
      { weight: 12, arbitrary: PARAMETER },
      { weight: 3, arbitrary: PATTERN },
      { weight: 1, arbitrary: form((text) => `$(${text})`) },
      { weight: 1, arbitrary: form((text) => `"$(${text})"`) },
      { weight: 1, arbitrary: command.map((text) => `<(${text})`) },
      { weight: 1, arbitrary: command.map((text) => `=(${text})`) },
      { weight: 1, arbitrary: PROGRAM.map((name) => `=${name}`) },
    ),
    simple: fc
      .tuple(
        one('\n-\nnoglob\nnocorrect\ncommand\nX=1\nX=$w').map((text) => `${text} `),
        fc.oneof(
          { weight: 8, arbitrary: PROGRAM },
          {
            weight: 1,
            arbitrary: one('$cmd\n${=line}\n$=line\n"${cmd[@]}"\n=delta\n${cmd[1]}\n$cmd[1]\n${:-alpha}\n${(z)line}'),
          },
        ),
        fc.array(tie('word'), { maxLength: 3 }),
        fc.option(REDIRECTION, { nil: '', freq: 4 }),
      )
      .map(([before, name, words, redirection]) =>
        `${before.trimStart()}${[name, ...words].join(' ')} ${redirection}`.trim(),
      ),
    command: fc.oneof(
      { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
      { weight: 6, arbitrary: tie('simple') },
      ...[
        form((text) => `{ ${text} }`),
        form((text) => `{${text}}`),
        form((text) => `(${text})`),
        form((text, other) => `{ ${text} } always { ${other} }`),
        form((text) => `() { ${text} } m1 m2`),
        form((_text, other) => `() ${other}`),
        form((text) => `function { ${text} } m1`),
        form((text) => `if [[ a == a ]] { ${text} } else { alpha no }`),
        form((text, other) => `if { ${text} } { ${other} } else { alpha no }`),
        form((text) => `if true; then ${text}; fi`),
        form((text) => `if (( 0 )) { alpha no } elif (true) { ${text} } else { beta no }`),
        form((_text, other) => `if [[ -n x ]] ${other}`),
        form((text) => `while (( i++ < 1 )) { ${text} }`),
        form((text) => `until [[ $((++i)) -gt 1 ]] { ${text} }`),
        form((text) => `while [[ $((++i)) -lt 2 ]]; do ${text}; done`),
        form((text) => `for x (1 two $w) { ${text} }`),
        form((_text, other) => `for x y (1 2 3 4) ${other}`),
        form((text) => `for x in $arr; { ${text} }`),
        form((text) => `for x in a b; do ${text}; alpha $x; done`),
        form((text) => `for x y in a b c d; do ${text}; alpha $x $y; done`),
        form((text) => `foreach x (1 2) ${text}; beta $x; end`),
        form((text) => `for ((i=0; i<1; i++)) { ${text} }`),
        form((_text, other) => `repeat 2 ${other}`),
        form((text) => `repeat 1 { ${text} }`),
        form((text) => `repeat 1; do ${text}; done`),
        form((text) => `select x (a b) { ${text}; break } <<< 1`),
        form((text) => `case $w { (M*) ${text} ;; *) alpha no ;; }`),
        form((text, other) => `case x in y) alpha no ;; (x|z) ${text} ;| *) ${other} ;; esac`),
        form((text, other) => `f() { ${text} }; f; ${other}`),
        form((text) => `f(){${text}}; f c d`),
        form((_text, other) => `f() ${other}; f`),
        form((text) => `function f g { ${text} }; g`),
        form((text) => `f g () { ${text} }; f 1; g 2`),
        form((text) => `f() { delta $1 $argv[2] $# $@ ; ${text} }; f s 't u'`),
        form((text) => `! { ${text} }`),
        form((text) => `time { ${text} }`),
        form((text) => `coproc { ${text} }; wait`),
        form((text) => `eval ${quoted(text)}`),
        form((text) => `builtin eval ${quoted(text)}`),
        form((text) => `emulate zsh -c ${quoted(text)}`),
        form((text) => `functions[ff]=${quoted(text)}; ff`),
        form((text) => `functions+=(fg ${quoted(text)}); fg`),
        form((text) => `aliases[aa]=${quoted(text)}; eval aa`),
        form((text) => `chpwd() { ${text} }; cd .; unfunction chpwd`),
        form((text) => `(TRAPEXIT() { ${text} }; true)`),
        form((text) => `trap ${quoted(text)} EXIT`),
        form((text) => `. =(print -r -- ${quoted(text)})`),
        form((text) => `source <(print -r -- ${quoted(text)})`),
        form((text) => `eval "$(print -r -- ${quoted(text)})"`),
        form((text) => `eval "$(<<'HERE'\n${text}\nHERE\n)"`),
        form((text) => `: \${(e):-$(${text})}`),
        form((text) => `: $((1 + $(${text}; print 1)))`),
        form((text) => `x=$(${text}); y=($(${text}))`),
        form((text) => `(setopt bareglobqual; : f1*(e:${quoted(text)}:))`),
        form((text) => `hash -d nn=$PWD/dir; alpha ~nn/x; ${text}`),
        form((text) => `local_only() { local w=inner; ${text} }; local_only`),
        form((text) => `(argv=(r1 r2); ${text}; alpha "$@")`),
        form((text) => `(set -- s1 's 2'; ${text}; alpha $2 $1)`),
        form((text) => `(read -A words <<< "beta k l"; $words; ${text})`),
        form((text) => `(print -v name gamma; $name; ${text})`),
        form((text) => `(autoload -U zargs; zargs -- z1 z2 -- alpha; ${text})`),
      ].map((arbitrary) => ({ weight: 1, arbitrary })),
    ),
    list: fc
      .array(fc.tuple(command, one(';\n&&\n||\n|\n|&\n&\n&!\n&|')), {
        minLength: 1,
        maxLength: 2,
        depthIdentifier: 'list',
      })
      .map((parts) =>
        parts.map(([text, separator], index) => (index === parts.length - 1 ? text : `${text} ${separator}`)).join(' '),
      ),
  }
})

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** One or a few commands. */
export const zshCommand: fc.Arbitrary<string> = list

/** Signs and words in any order: nearly always no command. */
export const zshSoup: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ...'{ } ( ) [[ ]] (( )) () ; ;; ;| & && | || ! > >! >>| < <<< <(a) =(a) =a $x ${x} ${(e)x} $x[1] "a b" \'c\' `d` $(e) if then elif else fi for in do done while until repeat 2 case esac foreach end select function f a b c=1 d=(1) x{1,2} y* (a|b) z# ^q r~s <1-2> time coproc noglob always - # \\'.split(
        ' ',
      ),
      '\n',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .chain((parts) =>
    fc
      .array(fc.constantFrom(' ', ' ', ' ', ''), { minLength: parts.length, maxLength: parts.length })
      .map((gaps) => parts.map((part, index) => part + (gaps[index] ?? '')).join('')),
  )
