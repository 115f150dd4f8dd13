import type { Roles } from '../roles.ts'
import type { RoleTable } from './table.ts'

/** Its code cannot be read here: what does more than compute is asked about. */
const unread = (options: string, operands = 'file value'): Roles => ({
  language: 'unread',
  options,
  operands,
  stdin: 'code',
})

const dashed = (options: string, operands?: string): Roles => ({ ...unread(options, operands), longDash: true })

/** Interpreters of languages without a reader. */
export const interpreters = (): RoleTable => ({
  'tclsh wish jimsh tclsh8.6': unread('-encoding:value -e:code'),
  expect: unread('-c:code -f:file -b -d -D:value -i -n -N'),
  autoexpect: unread('-f:write -c -C:value -p -P:value -quiet', 'argv'),
  julia: unread(
    '-e:code --eval:code -E:code --print:code -L:file --load:file -p:value -t:value --threads:value --project?value -J:load --sysimage:load -q -i',
  ),
  guile: unread('-c:code -l:file -s:file -e:value -L:value -x:value -q'),
  'r rscript littler': unread('-e:code -f:file --file:file --args --vanilla --slave --no-save -q'),
  'lua luajit lua5.1 lua5.2 lua5.3 lua5.4 texlua luau tarantool': unread('-e:code -l:value -i -v -E'),
  'ghci runghc runhaskell ghc': unread('-e:code -i?value -X?value -package:value', 'file value'),
  'scala scala-cli amm': unread('-e:code -c:code --code:code -cp:value -classpath:value -i:file'),
  'groovy groovysh': unread('-e:code -cp:value --classpath:value -l?value -D?value -q:value'),
  'kotlin kotlinc kotlinc-jvm': dashed('-e:code -expression:code -script:file -cp:value -classpath:value -d:write'),
  jshell: unread('-s -q -R?value --class-path:value --startup:file --execution:value'),
  'octave octave-cli': unread('--eval:code -p:value --path:value --exec-path:value --persist -q -W'),
  'matlab scilab scilab-cli': dashed(
    '-batch:code -r:code -e:code -f:file -sd:enter -logfile:write -nodesktop -nosplash',
  ),
  'elixir iex': unread(
    '-e:code --eval:code -S:value -r:file --require:file -pr:file -pa:value --rpc-eval:value,code --dot-iex:file --erl:value',
  ),
  'erl escript': dashed('-eval:code -s:value -run:value -pa:value -config:read -noshell -noinput'),
  'ocaml utop': dashed('-e:code -I:value -init:file'),
  racket: unread('-e:code --eval:code -f:file --load:file -t:file --require:file -l:value --lib:value -r:file -u:file'),
  sbcl: unread('--eval:code --load:file --script:file --core:load --userinit:file --noinform --non-interactive --quit'),
  'clisp ecl ccl abcl': unread('-x:code -i:file --eval:code -e:code --load:file -l:file -shell:file -repl'),
  'clojure clj bb lein boot': unread(
    '-e:code --eval:code -i:file --init:file -m:value --main:value -Sdeps:value -f:file',
  ),
  swift: {
    ...unread('-e:code -I:value -L:value -F:value'),
    commands: { 'build test run package repl': 'value', '*': 'file value' },
  },
  crystal: {
    ...unread(''),
    commands: { eval: 'code', 'run play spec': 'file', 'build tool init docs env version help': 'value', '*': 'file' },
  },
  nim: {
    ...unread('--eval::code --path:value -o:write --out:write'),
    commands: { e: 'file', '*': 'value' },
  },
  dart: {
    ...unread('--packages:read'),
    commands: { 'run compile test pub format analyze create fix': 'value', '*': 'file' },
  },
  'raku perl6 rakudo': unread('-e:code -n -p -M:value -I:value'),
  'coffee livescript lsc': unread('-e:code --eval:code -c -r:file --require:file -o:write -s -p'),
  'qjs gjs d8 rhino jjs mujs duk js jsc hermes': dashed(
    '-e:code --eval:code -c:code --command:code -I:value -f:file -m --module --std',
  ),
  'janet fennel hy picolisp newlisp gosh chicken-csi csi chez scheme mit-scheme': unread(
    '-e:code --eval:code -c:code -l:file --load:file -m:value -q',
  ),
  'swipl gprolog yap': unread(
    '-g:code -t:code -c:file -f:file -s:file --goal:code --query-goal:code --init-goal:code -q',
  ),
  'pike gforth': unread('-e:code --evaluate:code -I:value -x:value'),
  'gst smalltalk': unread('-f:file -a -q -K:file'),
  'wolframscript wolfram math': dashed('-code:code -c:code -file:file -f:file -script:file -run:code -noprompt'),
  'maxima gp gap sage': unread('--batch-string:code -r:code -b:file --batch:file -c:code -q -f:file'),
  m4: {
    language: 'commands',
    options:
      '-D:value --define:value -U:value -I:value --include:value -F:write --freeze-state:write -R:read -P -s -o:write',
    operands: 'file',
    stdin: 'code',
  },
  'pdflatex latex xelatex lualatex tex pdftex luatex xetex luahbtex latexmk': {
    language: 'commands',
    options:
      '-shell-escape --shell-escape -enable-write18 -output-directory:value -jobname:value -interaction:value -e:code -pdflatex=:shell -latex=:shell -r:file -outdir=:value -output-format:value -fmt:value --lua:file',
    operands: 'code',
    longDash: true,
  },
  'nu elvish xonsh osh oil rc es ion murex': {
    language: 'shell',
    options: '-c:code --commands:code -e:code --execute:code --config:read --rc:script -i -l -n',
    operands: 'file',
    stdin: 'shell',
  },
})
