import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { PACKAGE_ROOT } from '../infra/package-root.ts'
import { type Assets, readAssets } from './assets.ts'
import { graphqlPages } from './graphql/pages.tsx'
import { addressOf } from './guides/links.ts'
import { renderGuide } from './guides/markdown.ts'
import { type Guide, readGuides } from './guides/read.ts'
import { Home } from './home.tsx'
import { Layout, type NavigationGroup } from './layout.tsx'
import { GROUPS, type GuideEntry } from './navigation.ts'
import { overviewPage } from './overview.tsx'
import type { Page } from './page.ts'
import { openApiSchema } from './rest/document.ts'
import { restPages } from './rest/pages.tsx'
import { createIndex } from './search/create-index.ts'

/** The documentation. Documents are whole HTML documents. */
export interface Site {
  assets: Assets
  /** schema.graphql. */
  schema: string
  /** The document at `/`. */
  home(): string
  /** The document of a page; null when there is no such page. */
  page(path: string): string | null
  /** The document for paths that do not exist. */
  missing(): string
  /** The search index as JSON. */
  index(): string
}

/** A page with those that are shown below it in the navigation. */
interface Entry {
  page: Page
  below: readonly Page[]
}

/**
 * Makes the documentation from the guides in the repository, a REST interface and schema.graphql.
 * @param openApi the OpenAPI 3.1 document
 * @param graphiql whether browsers get GraphiQL at /graphql
 */
export function createSite({ openApi, graphiql }: { openApi: unknown; graphiql: boolean }): Site {
  const assets = readAssets()
  const guides = readGuides(PACKAGE_ROOT)
  const schema = readFileSync(join(PACKAGE_ROOT, 'schema.graphql'), 'utf8')
  const references = {
    rest: restPages(openApiSchema.parse(openApi)),
    graphql: graphqlPages(buildSchema(schema)),
  }
  const groups = GROUPS.map(({ title, guides: entries, references: names = [] }) => ({
    title,
    entries: [...guideEntries(entries, guides), ...names.map((name): Entry => references[name])],
  }))
  const overview = overviewPage(
    groups.map(({ title, entries }) => ({ title, pages: entries.map(({ page }) => page) })),
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
  const show = (page: Omit<Page, 'content'>, { html, headings }: ReturnType<Page['content']>) => {
    const { title, description, path, layout } = page
    return documentOf(
      <Layout
        {...{ title, description, path, layout, html, headings }}
        navigation={navigation(path)}
        asset={assets.path}
      />,
    )
  }
  return {
    assets,
    schema,
    home: () =>
      documentOf(
        <Home asset={assets.path} graphiql={graphiql} guides={new Set(guides.map(({ slug }) => slug))} />,
      ),
    page(path) {
      const page = pages.find((page) => page.path === path)
      return page ? show(page, page.content()) : null
    },
    missing: () =>
      show(
        {
          path: '',
          title: 'There is no such page',
          description: 'This page does not exist.',
          layout: 'text',
        },
        {
          headings: [],
          entries: [],
          html: '<p class="lead">It may have been renamed: look for it in the search, or in the <a href="/docs">overview</a>.</p>',
        },
      ),
    index: () => JSON.stringify(createIndex(pages.flatMap((page) => page.content().entries))),
  }
}

function guideEntries(entries: readonly GuideEntry[], guides: readonly Guide[]): Entry[] {
  const files = new Set(guides.map(({ file }) => file))
  return entries.flatMap(({ slug, description, title }) => {
    const guide = guides.find((guide) => guide.slug === slug)
    return guide
      ? [{ page: guidePage({ ...guide, title: title ?? guide.title }, description, files), below: [] }]
      : []
  })
}

function guidePage(
  { slug, file, title, markdown }: Guide,
  description: string,
  files: ReadonlySet<string>,
): Page {
  const path = `/docs/${slug}`
  return {
    path,
    title,
    description,
    layout: 'text',
    content: () =>
      renderGuide({ source: markdown, path, title, addressOf: (target) => addressOf(target, file, files) }),
  }
}

function linkTo({ page, below }: Entry, path: string) {
  const { title } = page
  const open = [page, ...below].some((one) => one.path === path)
  return { title, path: page.path, ...(open && below.length > 0 && { parts: below }) }
}

function documentOf(html: unknown): string {
  return `<!doctype html>\n${String(html)}`
}
