import { HtmlDocument } from './layout.tsx'
import { PageList } from './overview.tsx'
import type { Page } from './page.ts'

/** Guides and references that are linked from the first page, where they exist. */
const LINKED = ['/docs/rest', '/docs/graphql', '/docs/graphql-reference', '/docs/mcp']

/** The page at `/`: what this is, and where to go on. */
export function Home({
  asset,
  graphiql,
  pages,
}: {
  asset: (name: string) => string
  /** Whether browsers get GraphiQL at /graphql. */
  graphiql: boolean
  pages: readonly Page[]
}) {
  const links = [
    {
      title: 'Documentation',
      path: '/docs',
      description: 'How it is started, what it measures, how it is used.',
    },
    ...LINKED.flatMap((path) => pages.find((page) => page.path === path) ?? []),
    ...(graphiql
      ? [
          {
            title: 'GraphiQL',
            path: '/graphql',
            description: 'Write queries in the browser, against the demo project.',
          },
        ]
      : []),
    { title: 'OpenAPI document', path: '/v1/openapi.json', description: 'The REST interface for programs.' },
  ]
  return (
    <HtmlDocument title="Answergraph" description="Measures how AI answers speak of brands." asset={asset}>
      <main class="home" id="content" tabindex={-1}>
        <p class="brand">
          <img src={asset('icon.svg')} alt="" width="16" height="16" />
          Answergraph
        </p>
        <h1>How do AI answers speak of a brand?</h1>
        <p class="lead">
          Answergraph asks ChatGPT, Perplexity, Gemini, Google, Copilot and Grok what people ask them, reads
          what the answers say about a brand and its competitors, and serves the measurements, each with its
          interval and the answers behind it.
        </p>
        <PageList pages={links} />
      </main>
    </HtmlDocument>
  )
}
