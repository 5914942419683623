import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalUrl } from './canonical-url.ts'
import { extract } from './extract.ts'

const entities = [
  { name: 'Acme', domains: ['acme.com'] },
  { name: 'Brio', domains: ['https://www.brio.co.uk/'] },
]

describe('canonicalUrl', () => {
  it('drops tracking parameters and fragments and keeps the rest as it was', () => {
    const url = 'HTTPS://WWW.Acme.com:443/A%20b?utm_source=x&q=1%2C2&GCLID=3&srsltid=4#:~:text=word'
    expect(canonicalUrl(url)?.url).toBe('https://www.acme.com/A%20b?q=1%2C2')
    expect(canonicalUrl('https://acme.com/?utm_medium=x#top')?.url).toBe('https://acme.com/')
  })

  it('gives the registrable domain by the public suffix list', () => {
    expect(canonicalUrl('https://a.b.brio.co.uk/x')?.domain).toBe('brio.co.uk')
    expect(canonicalUrl('http://127.0.0.1:8080/')?.domain).toBe('127.0.0.1')
  })

  it('is its own canonical form, and null rather than an error for anything else', () => {
    expect(canonicalUrl('http://a.aa??=')?.url).toBe('http://a.aa/??=')
    for (const bad of ['', 'nonsense', 'javascript:alert(1)', 'https://', 'http://[::1', 'mailto:a@b.c']) {
      expect(canonicalUrl(bad)).toBeNull()
    }
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const once = canonicalUrl(url)
        expect(once && canonicalUrl(once.url)?.url).toBe(once?.url)
      }),
    )
  })
})

describe('citations', () => {
  it('list each page once, cited before only retrieved, with merged spans and the first title', () => {
    const text = 'See [Acme](https://acme.com/a?utm_source=x) and more.'
    const { citations } = extract({
      text,
      entities,
      citations: [
        { url: 'https://other.org', kind: 'retrieved', title: 'Other' },
        {
          url: 'https://acme.com/a#b',
          kind: 'retrieved',
          title: 'A',
          spans: [
            { start: 0, end: 10 },
            { start: 5, end: 12 },
            { start: 40, end: 900 },
          ],
        },
        { url: 'not an address' },
      ],
    })
    expect(citations).toEqual([
      {
        position: 1,
        url: 'https://acme.com/a',
        title: 'A',
        domain: 'acme.com',
        kind: 'cited',
        owner: 0,
        spans: [{ start: 0, end: 43 }],
      },
      {
        position: 2,
        url: 'https://other.org/',
        title: 'Other',
        domain: 'other.org',
        kind: 'retrieved',
        owner: null,
        spans: [],
      },
    ])
  })

  it('belong to the entity whose domain they are under, not to one that merely looks like it', () => {
    const citations = [
      'https://shop.acme.com',
      'https://notacme.com',
      'https://www.brio.co.uk/x',
      'https://acme.com.evil.net',
    ]
    const observed = extract({ text: '', entities, citations: citations.map((url) => ({ url })) }).citations
    expect(observed.map((citation) => citation.owner)).toEqual([0, null, 1, null])
  })
})
