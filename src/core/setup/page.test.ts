import { describe, expect, it } from 'vitest'
import { parsePage } from './page.ts'

const URL_OF_PAGE = 'https://acme.test/'
const read = (html: string) => parsePage(html, URL_OF_PAGE)

describe('parsePage', () => {
  it('finds the title, metadata, canonical URL, language and visible text', () => {
    const page = read(`<!doctype html><html lang="en-GB"><head><title> Acme &amp; Sons —
      Anvils </title><meta name="Description" content="Acme makes   anvils.">
      <meta property="og:site_name" content="Acme"><link rel="alternate canonical" href="/home">
      <style>.no {}</style></head><body><script>no()</script><h1>Anvils</h1><p>Made <b>to</b> last.</p><ul><li>One<li>Two</ul></body>`)
    expect(page).toMatchObject({
      title: 'Acme & Sons — Anvils',
      description: 'Acme makes anvils.',
      siteName: 'Acme',
      canonical: 'https://acme.test/home',
      language: 'en-gb',
      lines: ['Anvils', 'Made to last.', 'One', 'Two'],
    })
  })

  it('finds the names of the organization, site and product in JSON-LD, in that order', () => {
    const graph = [
      {
        '@type': 'SoftwareApplication',
        name: 'Acme Planner',
        isSimilarTo: { '@type': 'Product', name: 'Globex' },
      },
      {
        '@type': 'WebSite',
        name: 'acme.test',
        publisher: { '@type': ['Organization'], name: 'Acme', alternateName: 'ACM' },
      },
      { '@type': 'Review', author: { '@type': 'Organization', name: 'Somebody else' } },
    ]
    const script = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
    const { structured } = read(`<script type="application/ld+json">${script}</script>`)
    expect(structured.names).toEqual(['Acme', 'acme.test', 'Acme Planner'])
    expect(structured.otherNames).toEqual(['ACM'])
    expect(structured.mentioned).toEqual(['Globex'])
  })

  it.each<[string, string]>([
    ['an empty page', ''],
    ['text without HTML', 'just text'],
    ['half a tag', '<title>x</title><meta name="description" content="'],
    ['JSON-LD that is not JSON', '<title>x</title><script type="application/ld+json">{</script>'],
    [
      'JSON-LD with an unexpected structure',
      '<script type="application/ld+json">[null,7,"x",{"@type":7,"name":{}}]</script>',
    ],
    ['an invalid canonical link', '<link rel=canonical href="http://[">'],
    ['NUL and half a surrogate pair', '<title>a\0b\ud83d</title>'],
  ])('parses %s without an error', (_, html) => {
    expect(() => read(html)).not.toThrow()
  })

  it('tells whether it has all of the visible text', () => {
    expect(read(`<p>${'word '.repeat(10)}</p>`).isComplete).toBe(true)
    expect(read(`<p>${'word '.repeat(100)}</p>`).isComplete).toBe(false)
    expect(read('<p>line</p>'.repeat(2_001)).isComplete).toBe(false)
    expect(read('<br>'.repeat(20_001)).isComplete).toBe(false)
    expect(read('<p>wrong character set: \ufffd</p>').isComplete).toBe(false)
  })

  it('drops text that was decoded with the wrong character set', () => {
    const latin = new TextDecoder().decode(
      Buffer.from('<title>Caf\xe9</title><meta name=author content=x>', 'latin1'),
    )
    expect(read(latin).title).toBeNull()
  })

  it.each<[string, string]>([
    ['elements that are never closed', '<div>'.repeat(380_000)],
    [
      'formatting elements that are reopened in every paragraph',
      `${'<b a=1>'.repeat(100_000)}${'<p>'.repeat(300_000)}`,
    ],
    ['end tags without start tags', '<a>'.repeat(100_000) + '</b>'.repeat(300_000)],
    ['brackets', '<'.repeat(1_900_000)],
    ['comments', '<!--'.repeat(470_000)],
    ['one attribute after another', `<p ${'a=1 '.repeat(470_000)}>`],
    ['entities', '&amp;'.repeat(380_000)],
    [
      'deep JSON-LD',
      `<script type="application/ld+json">${'['.repeat(100_000)}${']'.repeat(100_000)}</script>`,
    ],
    ['capital letters', `${'A '.repeat(140)}<p>`.repeat(6_000)],
  ])('finds the title before megabytes of %s', (_, rest) => {
    expect(read(`<title>Acme</title>${rest}`).title).toBe('Acme')
  })

  it('excludes titles, scripts and hidden elements from the visible lines', () => {
    const { title, lines } = read(
      `<title>A &lt;b&gt; title</title><p>one <script>if (a < b) hidden()</script>two</p>
      <noscript><p>hidden</p></noscript><svg><title>hidden</title><text>hidden</text></svg>
      <select><option>hidden</select><template><div>hidden</div></template>three<br>fo&#117;r</p>five`,
    )
    expect(title).toBe('A <b> title')
    expect(lines).toEqual(['one two', 'three', 'four', 'five'])
  })

  it('keeps the first title, description and canonical URL, and matches attribute names case-insensitively', () => {
    const page = read(
      `<TITLE>First</TITLE><META NAME=description CONTENT="one"><meta property="og:description" content="two">
      <meta name="description" content="three"><link REL=Canonical href="/a"><link rel=canonical href="/b"><title>Second</title>`,
    )
    expect(page).toMatchObject({ title: 'First', description: 'one', canonical: 'https://acme.test/a' })
  })
})
