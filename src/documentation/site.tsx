import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { buildSchema } from 'graphql'
import { PACKAGE_ROOT } from '../infra/package-root.ts'
import { type Assets, findAssets } from './assets.ts'
import { GROUPS, type GuideEntry } from './foundation/navigation.ts'
import type { Content, Page, PageSummary, SearchEntry } from './foundation/page.ts'
import { type Resource, resource } from './foundation/resource.ts'
import { createGraphqlPages } from './graphql/pages.tsx'
import { createGuidePage } from './guides/page.ts'
import { type Guide, readGuides } from './guides/read.ts'
import { Layout, type NavigationGroup, type NavigationLink } from './layout.tsx'
import { createOverviewPage } from './overview.tsx'
import { parseOpenApi } from './rest/document.ts'
import { createRestPages } from './rest/pages.tsx'
import { createIndex } from './search/create-index.ts'

/** The documentation site. */
export interface Site {
  /** Returns the resource at a path, or null. The resource is created on the first request. */
  find(path: string): Promise<Resource> | null
  /** Returns the HTML document for paths that do not exist. */
  missing(): string
}

/** A page with its subpages in the navigation. */
interface Entry {
  page: Page
  below: readonly Page[]
}

const HTML = 'text/html; charset=utf-8'

/**
 * Creates the documentation from the guides in the repository, the OpenAPI document and schema.graphql.
 * @param openApi the OpenAPI 3.1 document
 * @param graphiql whether browsers get GraphiQL at /graphql
 */
export function createSite({ openApi, graphiql }: { openApi: unknown; graphiql: boolean }): Site {
  const assets = findAssets()
  const guides = readGuides(PACKAGE_ROOT)
  const schema = readFileSync(join(PACKAGE_ROOT, 'schema.graphql'), 'utf8')
  const references = {
    rest: createRestPages(parseOpenApi(openApi)),
    graphql: createGraphqlPages(buildSchema(schema)),
  }
  const groups = GROUPS.map(({ title, guides: entries, references: names = [] }) => ({
    title,
    entries: [
      ...createGuideEntries(entries, guides, assets),
      ...names.map((name): Entry => references[name]),
    ],
  }))
  const overview = createOverviewPage(
    groups.map(({ title, entries }) => ({ title, pages: entries.map(({ page }) => page) })),
    { graphiql },
  )
  const pages = [
    overview,
    ...groups.flatMap(({ entries }) => entries.flatMap(({ page, below }) => [page, ...below])),
  ]
  const navigation = (path: string): NavigationGroup[] =>
    groups.map(({ title, entries }, index) => ({
      title,
      links: [
        ...(index === 0 ? [{ title: 'Overview', path: overview.path }] : []),
        ...entries.map((entry) => createLink(entry, path)),
      ],
    }))
  const show = (page: PageSummary, content: Content) =>
    toDocument(
      <Layout page={page} content={content} navigation={navigation(page.path)} asset={assets.findPath} />,
    )
  const resources = new Map([
    ...assets.resources,
    ['/docs/search.json', resource('application/json', () => createSearchIndex(pages))],
    ['/docs/schema.graphql', resource('text/plain; charset=utf-8', () => schema)],
    ...pages.map((page) => [page.path, resource(HTML, () => show(page, page.content()))] as const),
  ])
  return {
    find: (path) => resources.get(path)?.() ?? null,
    missing: () => show(MISSING, { headings: [], html: MISSING_TEXT }),
  }
}

const MISSING: PageSummary = {
  path: '',
  title: 'Page not found',
  description: 'This page does not exist.',
  layout: 'text',
}
const MISSING_TEXT =
  '<p class="lead">It may have been renamed. Try the search or the <a href="/docs">overview</a>.</p>'

/** Creates the search index. Yields to the event loop after each page. */
async function createSearchIndex(pages: readonly Page[]): Promise<string> {
  const entries: SearchEntry[] = []
  for (const page of pages) {
    entries.push(...page.entries())
    await setImmediate()
  }
  return JSON.stringify(await createIndex(entries))
}

function createGuideEntries(
  entries: readonly GuideEntry[],
  guides: readonly Guide[],
  { findPath: asset }: Assets,
): Entry[] {
  const titles = new Map(guides.map(({ file, title }) => [file, title]))
  return entries.flatMap((entry) => {
    const guide = guides.find((guide) => guide.slug === entry.slug)
    return guide ? [{ page: createGuidePage(guide, entry, { titles, asset }), below: [] }] : []
  })
}

function createLink({ page, below }: Entry, path: string): NavigationLink {
  const open = [page, ...below].some((candidate) => candidate.path === path)
  return { title: page.title, path: page.path, parts: open ? below : [] }
}

function toDocument(html: unknown): string {
  return `<!doctype html>\n${String(html)}`
}
