import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { parseUrl } from '../../../definitions/parse-url.ts'
import { extract } from '../../extract.ts'
import { canonicalUrl } from './canonical-url.ts'

// Property tests with many URLs: slow machines need more time.
vi.setConfig({ testTimeout: 60_000 })

const entities = [
  { name: 'Acme', domains: ['acme.com'] },
  { name: 'Brio', domains: ['https://www.brio.co.uk/'] },
]

describe('canonicalUrl', () => {
  it('removes tracking parameters and fragments and keeps the rest unchanged', () => {
    const url = 'HTTPS://WWW.Acme.com:443/A%20b?utm_source=x&q=1%2C2&GCLID=3&srsltid=4#:~:text=word'
    expect(canonicalUrl(url)?.url).toBe('https://www.acme.com/A%20b?q=1%2C2')
    expect(canonicalUrl('https://acme.com/?utm_medium=x#top')?.url).toBe('https://acme.com/')
  })

  it('finds the registrable domain with the Public Suffix List', () => {
    expect(canonicalUrl('https://a.b.brio.co.uk/x')?.domain).toBe('brio.co.uk')
    expect(canonicalUrl('http://127.0.0.1:8080/')?.domain).toBe('127.0.0.1')
  })

  it.each([
    ['utm_source=chatgpt.com', 'a campaign'],
    ['gad_source=1&gbraid=x', 'an advertisement'],
    ['fbclid=x&igsh=y&mc_cid=z&mc_eid=w', 'a social network or newsletter'],
    ['ref=producthunt.com', 'a referring site'],
    ['source=newsletter', 'a referring newsletter'],
    ['_hsenc=p2&_hsmi=3&mkt_tok=4', 'an email campaign'],
  ])('removes %s: %s', (query) => {
    expect(canonicalUrl(`https://acme.com/a?${query}&page=2`)?.url).toBe('https://acme.com/a?page=2')
  })

  it.each(['ref=main', 'source=2024', 'id=5&from=2020-01-01', 'v=abc&t=3', 'q=utm_source', 'view=cd_x'])(
    'keeps %s, which identifies the page',
    (query) => expect(canonicalUrl(`https://acme.com/a?${query}`)?.url).toBe(`https://acme.com/a?${query}`),
  )

  it('keeps the id of a video and removes the sharing id and the start time', () => {
    expect(canonicalUrl('https://www.youtube.com/watch?v=abc&t=61s&pp=xyz&si=q')?.url).toBe(
      'https://www.youtube.com/watch?v=abc',
    )
  })

  it.each([
    ['https://www.google.com/url?q=https%3A%2F%2Facme.com%2Fx%3Futm_source%3Dg&sa=D&usg=AO'],
    ['https://google.co.uk/url?sa=t&url=https://acme.com/x'],
    [
      `https://www.bing.com/ck/a?!&&p=1f&u=a1${Buffer.from('https://acme.com/x').toString('base64url')}&ntb=1`,
    ],
    ['https://duckduckgo.com/l/?uddg=https%3A%2F%2Facme.com%2Fx&rut=1'],
    ['https://l.facebook.com/l.php?u=https%3A%2F%2Facme.com%2Fx%3Ffbclid%3D2&h=AT'],
    ['https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=https%3a%2f%2facme.com%2fx/RK=2/RS=z'],
    ['https://www.google.com/amp/s/acme.com/x'],
    [
      'https://www.youtube.com/redirect?q=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Facme.com%252Fx',
    ],
  ])('resolves the redirect %s', (url) => {
    expect(canonicalUrl(url)).toMatchObject({ url: 'https://acme.com/x', domain: 'acme.com' })
  })

  it.each([
    'https://www.google.com/search?q=https%3A%2F%2Facme.com',
    'https://www.google.com/url?q=javascript:alert(1)',
    'https://www.bing.com/ck/a?u=a1%%%',
    'https://r.search.yahoo.com/RU=%zz/RK=2',
  ])('leaves %s unchanged because the URL does not contain its target', (url) => {
    expect(canonicalUrl(url)?.host).toBe(new URL(url).hostname.replace('www.', ''))
  })

  it('normalizes letter case, default port, trailing dot and international letters of a host', () => {
    for (const url of [
      'https://Løgismose.DK./a',
      'https://xn--lgismose-54a.dk:443/a',
      'https://LØGISMOSE.dk/a',
    ]) {
      expect(canonicalUrl(url)).toMatchObject({ domain: canonicalUrl('https://løgismose.dk')?.domain })
      expect(canonicalUrl(url)?.url).toBe(canonicalUrl('https://løgismose.dk/a')?.url)
    }
  })

  it('treats each site on a shared host as a separate domain', () => {
    expect(canonicalUrl('https://acme.github.io/x')?.domain).toBe('acme.github.io')
    expect(canonicalUrl('https://github.com/acme')?.domain).toBe('github.com')
  })

  it('is idempotent and returns null for anything that is not a web URL', () => {
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
  it('list each page once, cited pages first, with merged spans and the first title', () => {
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

  it('follow the order in the answer', () => {
    const text = 'One [b](https://b.com), then a, then [c](https://c.com).'
    const given = [
      { url: 'https://last.com' },
      { url: 'https://a.com', spans: [{ start: 29, end: 30 }] },
      { url: 'https://never.com', kind: 'retrieved' as const },
      { url: 'https://c.com', kind: 'retrieved' as const },
    ]
    const { citations } = extract({ text, entities: [], citations: given })
    expect(citations.map(({ domain, kind }) => `${domain} ${kind}`)).toEqual([
      'b.com cited',
      'a.com cited',
      'c.com cited',
      'last.com cited',
      'never.com retrieved',
    ])
  })

  it('treat URLs that differ in http, www or a trailing slash as one page', () => {
    const citations = [
      'https://www.acme.com/a/',
      'http://acme.com/a',
      'https://acme.com/a/?utm_medium=x',
    ].map((url) => ({ url }))
    expect(extract({ text: '', entities, citations }).citations.map(({ url }) => url)).toEqual([
      'https://www.acme.com/a/',
    ])
    const apart = [
      'https://acme.com/A',
      'https://acme.com/a',
      'https://acme.com:8443/a',
      'https://acme.com/a?b',
    ]
    expect(extract({ text: '', entities, citations: apart.map((url) => ({ url })) }).citations).toHaveLength(
      4,
    )
  })

  it('use the site in the title when a redirect cannot be resolved', () => {
    const url = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC'
    const citations = [
      { url, title: 'shop.acme.com' },
      { url: `${url}2`, title: 'All about tools' },
    ]
    const observed = extract({ text: '', entities, citations }).citations
    expect(observed.map(({ domain, owner }) => [domain, owner])).toEqual([
      ['acme.com', 0],
      ['google.com', null],
    ])
    expect(observed[0]?.url).toBe(url)
  })

  it('prefer the domain from the provider to the host of the URL', () => {
    const url = 'https://redirect.example/AbC'
    const citations = [
      { url, domain: 'Shop.Acme.com' },
      { url: `${url}2`, domain: 'https://www.brio.co.uk/' },
      { url: `${url}3`, domain: 'All about tools' },
      { url: `${url}4`, domain: null },
    ]
    const observed = extract({ text: '', entities, citations }).citations
    expect(observed.map(({ domain, owner }) => [domain, owner])).toEqual([
      ['acme.com', 0],
      ['brio.co.uk', 1],
      ['redirect.example', null],
      ['redirect.example', null],
    ])
    expect(observed[0]?.url).toBe(url)
  })

  it('never split a character, even if the provider counts offsets in other units', () => {
    const text = 'I 😀 it'
    const spans = [
      { start: 3, end: 7 },
      { start: 0, end: 3 },
      { start: 1.5, end: 3 },
    ]
    const [source] = extract({ text, entities: [], citations: [{ url: 'https://a.com', spans }] }).citations
    expect(source?.spans.map(({ start, end }) => text.slice(start, end))).toEqual(['I 😀 it'])
  })

  it("match the owner's domain regardless of its spelling", () => {
    const owned = [{ name: 'L', domains: ['https://www.Løgismose.dk:443/om?x=1'] }]
    const citations = [{ url: 'https://shop.xn--lgismose-54a.dk/' }, { url: 'https://løgismose.dk' }]
    expect(extract({ text: '', entities: owned, citations }).citations.map(({ owner }) => owner)).toEqual([
      0, 0,
    ])
  })

  it('belong to the entity that owns the parent domain, not to one with a similar domain', () => {
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

/** Returns all URLs and their titles in recorded provider responses. */
function captured(): { url: string; title: string | null }[] | null {
  const folder = '../shared/data/wire'
  if (!existsSync(folder)) {
    console.info(`skipped: ${folder} is not here`)
    return null
  }
  const sources: { url: string; title: string | null }[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    else if (typeof value === 'object' && value !== null) {
      const entries = new Map<string, unknown>(Object.entries(value))
      const title = entries.get('title')
      for (const field of ['url', 'uri', 'link']) {
        const url = entries.get(field)
        if (typeof url === 'string' && parseUrl(url))
          sources.push({ url, title: typeof title === 'string' ? title : null })
      }
      for (const child of entries.values()) walk(child)
    }
  }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.json')) walk(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
  }
  return sources
}

describe('citations from real providers', () => {
  const sources = captured()
  it.skipIf(!sources)('all have a domain and no tracking parameters', () => {
    const given = sources ?? []
    expect(given.length).toBeGreaterThan(50)
    const { citations } = extract({ text: '', entities: [], citations: given })
    for (const { url, domain } of citations) {
      expect(canonicalUrl(url)?.url).toBe(url)
      expect(url).not.toMatch(/[?&](?:utm_|gclid|srsltid)|#/)
      expect(domain).toMatch(/^[\w-]+(?:\.[\w-]+)+$/)
    }
    const pages = new Set(given.flatMap(({ url }) => canonicalUrl(url)?.key ?? []))
    expect(citations).toHaveLength(pages.size)
    const sealed = given.filter(({ url, title }) => url.includes('grounding-api-redirect') && title)
    const sites = extract({ text: '', entities: [], citations: sealed }).citations
    expect(sites.filter(({ domain }) => domain === 'google.com')).toEqual([])
  })
})
