import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { buildSchema } from 'graphql'
import { PACKAGE_ROOT } from '../infra/package-root.ts'
import { type Assets, findAssets } from './assets.ts'
import { graphqlPages } from './graphql/pages.tsx'
import { guidePage } from './guides/page.ts'
import { type Guide, readGuides } from './guides/read.ts'
import { Layout, type NavigationGroup, type NavigationLink } from './layout.tsx'
import { GROUPS, type GuideEntry } from './navigation.ts'
import { overviewPage } from './overview.tsx'
import type { Content, Page, PageFacts, SearchEntry } from './page.ts'
import { type Resource, resource } from './resource.ts'
import { openApiSchema } from './rest/document.ts'
import { restPages } from './rest/pages.tsx'
import { createIndex } from './search/create-index.ts'

/** The documentation. */
export interface Site {
  /** What is served at a path; null when there is nothing. Made when it is first asked for. */
  find(path: string): Promise<Resource> | null
  /** The HTML document for paths that do not exist. */
  missing(): string
}

/** A page with those that are shown below it in the navigation. */
interface Entry {
  page: Page
  below: readonly Page[]
}

const HTML = 'text/html; charset=utf-8'

/**
 * Makes the documentation from the guides in the repository, a REST interface and schema.graphql.
 * @param openApi the OpenAPI 3.1 document
 * @param graphiql whether browsers get GraphiQL at /graphql
 */
export function createSite({ openApi, graphiql }: { openApi: unknown; graphiql: boolean }): Site {
  const assets = findAssets()
  const guides = readGuides(PACKAGE_ROOT)
  const schema = readFileSync(join(PACKAGE_ROOT, 'schema.graphql'), 'utf8')
  const references = {
    rest: restPages(openApiSchema.parse(openApi)),
    graphql: graphqlPages(buildSchema(schema)),
  }
  const groups = GROUPS.map(({ title, guides: entries, references: names = [] }) => ({
    title,
    entries: [...guideEntries(entries, guides, assets), ...names.map((name): Entry => references[name])],
  }))
  const overview = overviewPage(
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
        ...entries.map((entry) => linkTo(entry, path)),
      ],
    }))
  const show = (page: PageFacts, content: Content) =>
    documentOf(
      <Layout page={page} content={content} navigation={navigation(page.path)} asset={assets.pathOf} />,
    )
  const resources = new Map([
    ...assets.resources,
    ['/docs/search.json', resource('application/json', () => indexOf(pages))],
    ['/docs/schema.graphql', resource('text/plain; charset=utf-8', () => schema)],
    ...pages.map((page) => [page.path, resource(HTML, () => show(page, page.content()))] as const),
  ])
  return {
    find: (path) => resources.get(path)?.() ?? null,
    missing: () => show(MISSING, { headings: [], html: MISSING_TEXT }),
  }
}

const MISSING: PageFacts = {
  path: '',
  title: 'There is no such page',
  description: 'This page does not exist.',
  layout: 'text',
}
const MISSING_TEXT =
  '<p class="lead">It may have been renamed: look for it in the search, or in the <a href="/docs">overview</a>.</p>'

/** The search index; other work goes on between two pages. */
async function indexOf(pages: readonly Page[]): Promise<string> {
  const entries: SearchEntry[] = []
  for (const page of pages) {
    entries.push(...page.entries())
    await setImmediate()
  }
  return JSON.stringify(await createIndex(entries))
}

function guideEntries(
  entries: readonly GuideEntry[],
  guides: readonly Guide[],
  { pathOf: asset }: Assets,
): Entry[] {
  const titles = new Map(guides.map(({ file, title }) => [file, title]))
  return entries.flatMap((entry) => {
    const guide = guides.find((guide) => guide.slug === entry.slug)
    return guide ? [{ page: guidePage(guide, entry, { titles, asset }), below: [] }] : []
  })
}

function linkTo({ page, below }: Entry, path: string): NavigationLink {
  const open = [page, ...below].some((one) => one.path === path)
  return { title: page.title, path: page.path, parts: open ? below : [] }
}

function documentOf(html: unknown): string {
  return `<!doctype html>\n${String(html)}`
}
