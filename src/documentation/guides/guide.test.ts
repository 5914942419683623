import { describe, expect, it } from 'vitest'
import { findTarget } from './links.ts'
import { renderGuide } from './render.ts'

const TITLES = new Map([
  ['README.md', 'Product'],
  ['docs/api.md', 'Conventions'],
])

function render(source: string) {
  const path = '/docs/api'
  return renderGuide({
    source,
    path,
    title: 'Title',
    findTarget: (link) => findTarget(link, 'docs/api.md', TITLES),
    findPicture: (source) => `/docs/assets/${source.replace('pictures/', '')}`,
  })
}

describe('a link in a guide', () => {
  it.each([
    ['../README.md#use-it', '/docs/readme#use-it'],
    ['api.md', '/docs/api'],
    ['../schema.graphql', '/docs/graphql-reference'],
    ['#errors', '#errors'],
    ['http://localhost:4000/docs', '/docs'],
    ['https://example.com/a.md', 'https://example.com/a.md'],
  ])('to %s leads to %s', (target, address) => {
    expect(render(`[text](${target})`).html).toBe(`<p><a href="${address}">text</a></p>\n`)
  })

  it('to a file without a page becomes text', () => {
    expect(render('[text](../src/main.ts) and [more](https://example.com)').html).toBe(
      '<p><span>text</span> and <a href="https://example.com">more</a></p>\n',
    )
  })
})

it('a picture is served from the documentation and keeps its description', () => {
  expect(render('![A page with a "figure"](pictures/page.webp)').html).toBe(
    '<p><img src="/docs/assets/page.webp" alt="A page with a &quot;figure&quot;"></p>\n',
  )
})

it('a link named after a file is renamed to the title of the page', () => {
  const { html } = render('[docs/api.md](api.md#errors) and [`x.md`](api.md)')
  expect(html).toBe(
    '<p><a href="/docs/api#errors">Conventions</a> and <a href="/docs/api"><code>Conventions</code></a></p>\n',
  )
})

it('a comment is not shown', () => {
  const { html, entries } = render('Before.\n\n<!-- recorded figures -->\n\nAfter `<!-- code -->`.')
  expect(html).toBe('<p>Before.</p>\n<p>After <code>&lt;!-- code --&gt;</code>.</p>\n')
  expect(entries[0]?.text).not.toContain('recorded')
})

describe('a heading', () => {
  it('has the same anchor as on GitHub, with a number if the anchor is taken', () => {
    const { headings } = render('## `PUT /v1/settings`, twice\n\n## Title\n\n### Ünits & more')
    expect(headings).toEqual([
      { id: 'put-v1settings-twice', text: 'PUT /v1/settings, twice', level: 2 },
      { id: 'title-1', text: 'Title', level: 2 },
      { id: 'ünits--more', text: 'Ünits & more', level: 3 },
    ])
  })

  it('starts a search entry with the text that follows it', () => {
    const { entries } = render('One **two**\nthree.\n\n## Next\n\n| a | b |\n| - | - |\n| c | `d` |')
    expect(entries.map(({ path, title, text }) => [path, title, text])).toEqual([
      ['/docs/api', 'Title', 'One two three.'],
      ['/docs/api#next', 'Next', 'a b c d'],
    ])
  })
})

it('a second title becomes a chapter heading, so that a page has one h1', () => {
  expect(render('# Next').html).toMatch(/^<h2 class="chapter" id="next">Next .*<\/h2>$/m)
})

it('the alignment of a column becomes a class, because pages cannot contain styles', () => {
  expect(render('| a |\n| -: |\n| 1 |').html).toMatch(
    /<th class="right">a<\/th>[\s\S]*<td class="right">1<\/td>/,
  )
})

describe('a block of code', () => {
  it('is escaped, in known and in unknown languages', () => {
    for (const language of ['json', 'unknown', ''])
      expect(render(`\`\`\`${language}\n<script>&\n\`\`\``).html).toContain('&lt;script&gt;&amp;')
  })

  it('omits the words after its language', () => {
    expect(render('```json response\n{}\n```').html).not.toContain('response')
  })
})

it('HTML in a guide is text', () => {
  expect(render('<img src=x onerror=alert(1)>').html).not.toContain('<img')
})
