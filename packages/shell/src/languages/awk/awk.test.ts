import { actionsOf, code, env, read, shell, shellFed, talks, testLanguage, testWorld, write } from '../testing.ts'

testLanguage('awk', {
  'programs that run': [
    ['BEGIN { system("rm -rf /") }', shell('rm -rf /')],
    ['{ system ("id") }', shell('id')],
    ['{ system("rm " $1) }', shell('rm …')],
    ['BEGIN { cmd = "rm"; cmd = cmd " -rf"; system(cmd " /") }', shell('rm -rf /')],
    ['BEGIN { while (("ls" | getline line) > 0) print line }', shell('ls')],
    ['BEGIN { "id" | getline; "w" | getline x }', shell('id'), shell('w')],
    ['{ print $0 | "sh" } END { printf "x" | "sort" " -u" }', shell('sh'), shellFed('sort -u', 'x\n')],
    ['BEGIN { print "x" |& "cat" }', shellFed('cat', 'x\n')],
    ['function f(p) { system("rm " p) } BEGIN { f("a") }', shell('rm a')],
    ['BEGIN { f = "system"; @f("id") }', shell('id')],
    [
      '/x/ { system("a") } $1 > 3 { system("b") } !c { system("c") } NR==1, NR==2 { system("d") }',
      shell('a'),
      shell('b'),
      shell('c'),
      shell('d'),
    ],
    ['NR > 1 { system(c) } { c = "id" }', shell('…'), shell('id')],
    [
      'BEGIN { if (1) system("a"); else system("b"); for (i in x) system("c"); do system("d"); while (0) }',
      shell('a'),
      shell('b'),
      shell('c'),
      shell('d'),
    ],
    [String.raw`BEGIN { system("\x69\144 \"a\"") }`, shell('id "a"')],
    ['BEGIN { system(sprintf("%c%c", 105, 100)); system(tolower("ID")); system(substr("xid", 2)) }', shell('id')],
    ['BEGIN { system("rm " ENVIRON["HOME"]) }', env('HOME'), shell('rm /home/u')],
    ['BEGIN { system("rm " ARGV[1]) }', shell('rm one')],
    ['BEGIN { system("a"\n"b") }', shell('ab')],
  ],
  files: [
    ['{ print > "a" }', write('a')],
    ['{ print "x", "y" >> "a" }', write('a', 'x y')],
    ['{ print $1 > $2 ".txt" }', write('….txt')],
    ['{ printf("%s\\n", "x") > "a"; close("a") }', write('a', 'x\n')],
    ['BEGIN { getline x < "/etc/passwd"; while ((getline l < "b") > 0) n++ }', read('/etc/passwd'), read('b')],
    ['BEGIN { print "x" > "/dev/stderr" }'],
    ['BEGIN { s = "/inet/tcp/0/h/99"; print "x" |& s; s |& getline y }', talks('h:99')],
    ['@include "x.awk"', read('x.awk'), code],
  ],
  'what does nothing': [
    ['{ print $1 }'],
    ['{ print "system(\\"id\\")" }'],
    ['# system("id")\n{ n++ } # print > "a"'],
    ['/system("id")/ { print }'],
    ['$0 ~ /print > "a"/ { c++ } END { print c / 2, c/3 }'],
    ['{ if ($1 > 5) print; x = ($2 > 3) ? "a" : "b" }'],
    ['{ print ($1 > 2) }'],
    ['BEGIN { FS = ":"; OFS = "|" } { $1 = $1 } 1'],
    ['{ a[$1] += $2 } END { for (k in a) print k, a[k] }'],
    ['{ gsub(/rm -rf/, ""); print length($0) }'],
    ['NR % 2 == 0; { sum += $1; next } END { print sum/NR }'],
    ['BEGIN { getline; getline x; print x }'],
  ],
  'what cannot be read': [['BEGIN { system("a }', shell('a }'), code]],
})

it('awk: a variable among the arguments is known', () => {
  const world = { ...testWorld, args: ['p=/etc'] }
  expect(actionsOf('awk', '{ system("rm " p) }', world)).toEqual([shell('rm /etc')])
})
