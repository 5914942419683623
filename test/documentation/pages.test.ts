import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { type CrawledPage, crawl } from './crawl.ts'

let world: World
let pages: Map<string, CrawledPage>
beforeAll(async () => {
  world = await createWorld({ workers: false })
  pages = await crawl(world.url)
})
afterAll(() => world?.close())

/** Returns the problems of each page by path, without the pages that have none. */
function wrong(find: (page: CrawledPage) => readonly string[]): Record<string, readonly string[]> {
  const all = [...pages.values()].map((page) => [page.path, find(page)] as const)
  return Object.fromEntries(all.filter(([, found]) => found.length > 0))
}

describe('the pages', () => {
  it('are all linked from the first page: guides, every group of operations, every kind of GraphQL definition', () => {
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([
        '/docs',
        '/docs/metrics',
        '/docs/readme',
        '/docs/rest',
        '/docs/rest/async-analysis',
        '/docs/rest/webhooks',
        '/docs/graphql-reference',
        '/docs/graphql-reference/objects',
      ]),
    )
  })

  it('link only to existing pages and sections', async () => {
    const others = new Map<string, boolean>()
    for (const page of pages.values())
      for (const link of page.links) {
        const url = new URL(link, `${world.url}${page.path}`)
        if (url.origin === world.url && !pages.has(url.pathname)) others.set(url.pathname, false)
      }
    for (const path of others.keys()) others.set(path, (await fetch(`${world.url}${path}`)).ok)
    expect([...others].filter(([, ok]) => !ok)).toEqual([])
    const broken = wrong(({ path, links }) =>
      links.filter((link) => {
        if (link === '') return true
        const { origin, pathname, hash } = new URL(link, `${world.url}${path}`)
        if (origin !== world.url || hash === '') return false
        return !pages.get(pathname)?.ids.includes(decodeURIComponent(hash.slice(1)))
      }),
    )
    expect(broken).toEqual({})
  })

  it('load only existing files from their own origin', async () => {
    const loads = new Set([...pages.values()].flatMap((page) => page.loads))
    for (const path of loads) {
      expect(path).toMatch(/^\/docs\/assets\//)
      expect((await fetch(`${world.url}${path}`)).status).toBe(200)
    }
    expect(loads.size).toBeGreaterThan(3)
  })

  it('are well-formed, with unique ids and without inline styles, scripts and event handlers', () => {
    expect(
      wrong(({ mistakes, ids }) => [...mistakes, ...ids.filter((id, at) => ids.indexOf(id) !== at)]),
    ).toEqual({})
  })

  it('each have one title, one h1, one main and a description', () => {
    expect(
      wrong(({ elements, description }) => [
        ...['title', 'h1', 'main'].filter((name) => elements.get(name) !== 1),
        ...(description === '' ? ['description'] : []),
      ]),
    ).toEqual({})
    const titles = [...pages.values()].map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })
})
