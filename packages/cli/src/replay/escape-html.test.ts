import fc from 'fast-check'
import { escapeHtml, html } from './escape-html.ts'

describe('html', () => {
  it.each([
    ['markup', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['quotes', `" ' \``, '&quot; &#39; &#96;'],
    ['an entity', '&lt;', '&amp;lt;'],
    ['the end of a comment', '-->', '--&gt;'],
    ['a text that turns itself around', 'a\u202Eb', 'a\u{FFFD}b'],
    ['control characters', 'a\0\u001B[31m\tb\n', 'a\u{FFFD}\u{FFFD}[31m\tb\n'],
  ])('makes text of %s', (_, text, escaped) => {
    expect(escapeHtml(text)).toBe(escaped)
    expect(html`<p title="${text}">${text}</p>`.html).toBe(`<p title="${escaped}">${escaped}</p>`)
  })

  it('puts templates into templates as they are, and leaves out what is not there', () => {
    const rows = [1, 2].map((n) => html`<td>${n}</td>`)
    const row = html`<tr>
      ${rows}${undefined}${html`<td>${'<'}</td>`}
    </tr>`
    expect(row.html.replace(/\s/g, '')).toBe('<tr><td>1</td><td>2</td><td>&lt;</td></tr>')
  })

  it('lets no character of a text begin or end anything, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"'`]/)
        expect(escapeHtml(text).replace(/&(?:amp|lt|gt|quot|#39|#96);/g, '')).not.toContain('&')
      }),
    )
  })
})
