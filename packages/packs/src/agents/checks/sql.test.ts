import { readCode } from '../code/read-code.ts'
import { builtSql } from './sql.ts'

const found = (source: string, path: string): readonly string[] => {
  const code = readCode(source, path)
  return code === undefined ? [] : builtSql(source, code).map(({ line, what }) => `${line} ${what}`)
}
const ID = 'SELECT * FROM users WHERE id = '

describe('SQL that is built', () => {
  it.each([
    ['a.ts', `db.query("${ID}" + id)`, 'by string concatenation'],
    ['a.ts', `db.query('SELECT a ' + 'FROM b WHERE c = ' + req.body.c)`, 'by string concatenation'],
    ['a.ts', `db.query(\`${ID}\${id}\`)`, 'by string interpolation'],
    ['a.ts', "x = `update users set name = '${name}' where id = 1`", 'by string interpolation'],
    ['a.ts', 'x = String.raw`DELETE FROM a WHERE b = ${c}`', 'by string interpolation'],
    ['a.py', `cur.execute(f"${ID}{user_id}")`, 'by string interpolation'],
    ['a.py', `cur.execute("${ID}%s" % user_id)`, 'the % operator'],
    ['a.py', `cur.execute("${ID}{}".format(user_id))`, 'a format function'],
    ['a.py', `cur.execute("SELECT a "\n  "FROM b WHERE c = " + c)`, 'by string concatenation'],
    ['a.go', `db.Query(fmt.Sprintf("${ID}%s", id))`, 'a format function'],
    ['a.rs', `let q = format!("${ID}{}", id);`, 'a format function'],
    ['a.java', `st.executeQuery("${ID}" + id);`, 'by string concatenation'],
    ['a.php', `$db->query("${ID}$id");`, 'by string interpolation'],
    ['a.php', `$db->query('${ID}' . $id);`, 'by string concatenation'],
    ['a.rb', `db.execute("${ID}#{id}")`, 'by string interpolation'],
    ['a.cs', `db.Query($"${ID}{id}");`, 'by string interpolation'],
    ['a.kt', `db.query("${ID}$id")`, 'by string interpolation'],
  ])('%s: %s', (path, source, how) => {
    expect(found(source, path)).toEqual([expect.stringMatching(new RegExp(`^1 SQL built.*${how}`))])
  })

  it.each([
    ['a.ts', `db.query("${ID}$1", [id])`],
    ['a.ts', `db.query("SELECT a " + "FROM b")`],
    ['a.ts', `sql\`${ID}\${id}\``],
    ['a.ts', `Prisma.sql\`${ID}\${id}\``],
    ['a.ts', 'db.query(`SELECT * FROM ${TABLE} WHERE a = ?`, [a])'],
    ['a.ts', "db.query(`SELECT * FROM a WHERE b IN (${ids.map(() => '?').join(',')})`, ids)"],
    ['a.ts', `// db.query("${ID}" + id)`],
    ['a.ts', 'label = "Select a file from " + folder'],
    ['a.ts', 'label = `Update ${name} now`'],
    ['a.ts', 'label = `select an item from ${list}`'],
    ['a.py', `cur.execute("${ID}%s", (user_id,))`],
    ['a.py', `cur.execute("${ID}?", [x % 2])`],
    ['a.go', `db.Query("${ID}$1", id)`],
    ['a.go', `fmt.Sprintf("deleted %s from %s", a, b)`],
    ['a.java', `String q = "SELECT a" + " FROM b";`],
    ['a.md', `db.query("${ID}" + id)`],
  ])('%s is no matter: %s', (path, source) => {
    expect(found(source, path)).toEqual([])
  })
})
