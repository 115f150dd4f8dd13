import fc from 'fast-check'
import { decodeLine } from '../decode.ts'
import { csvHead, csvRow, csvRows } from './csv.ts'

/** RFC 4180, and the apostrophe taken off again. */
function parse(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
          if (text[at] === '"') at += 1
          cell += text[at]
        }
        at += 1
      } else {
        for (; text[at] !== ',' && text[at] !== '\r' && at < text.length; at += 1) cell += text[at]
      }
      row.push(cell.replace(/^'(?=[=+\-@\t\r'])/, ''))
      at += 1
      if (text[at - 1] !== ',') break
    }
    at += 1
    rows.push(row)
  }
  return rows
}

const record = (fields: object) => {
  const line = JSON.stringify({ v: 1, id: 'a', at: '2026-03-01T12:00:00.000Z', decision: 'deny', ...fields })
  const decoded = decodeLine(line)
  if (decoded === undefined) throw new Error('no record')
  return { line, record: decoded }
}

describe('csv', () => {
  it('has one row a decision, with those who had something to say', () => {
    const hooks = [
      { id: 'guard/x', decision: 'deny', messageId: 'm', reason: 'No, "never".', ms: 1 },
      { id: 'guard/y', decision: 'pass', ms: 1 },
    ]
    const page = [record({ session: 's', event: 'PreToolUse', tool: 'Bash', subject: 'rm -rf /', ms: 1.5, hooks })]
    const [head = [], row = [], ...more] = parse(csvHead() + csvRows(page))
    expect(more).toEqual([])
    const cells = Object.fromEntries(head.map((name, index) => [name, row[index]]))
    expect(cells).toMatchObject({
      at: '2026-03-01T12:00:00.000Z',
      subject: 'rm -rf /',
      hooks: 'guard/x',
      messages: 'm',
      reason: 'No, "never".',
      ms: '1.5',
      error: '',
    })
  })

  it.each(['=1+1', '+1', '-rf', '@SUM(A1)', '\tx', "'=1", "'quoted'"])('%j is no formula for a spreadsheet', (text) => {
    expect(csvRow([text]).replace(/^"/, '')).toMatch(/^'/)
  })

  it('says the same when it is read again', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 3, maxLength: 3 })), (rows) => {
        expect(parse(rows.map(csvRow).join(''))).toEqual(rows)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', "'", '=', ' ', 'a') }), (text) => {
        expect(parse(csvRow(['x', text, 'y']))).toEqual([['x', text, 'y']])
      }),
    )
  })
})
