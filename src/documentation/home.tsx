import { HtmlDocument } from './layout.tsx'

/** The page at `/`: what this is, and where to go on. */
export function Home({
  asset,
  graphiql,
  guides,
}: {
  asset: (name: string) => string
  /** Whether browsers get GraphiQL at /graphql. */
  graphiql: boolean
  /** Names of the guides that exist. */
  guides: ReadonlySet<string>
}) {
  const links = [
    ['Documentation', '/docs', 'How it is started, what it measures, and how its parts are used.'],
    ['REST reference', '/docs/rest', 'Every operation below /v1 with its parameters, answers and errors.'],
    ['GraphQL reference', '/docs/graphql-reference', 'Every type, field and argument of the graph.'],
    ...(graphiql
      ? [['GraphiQL', '/graphql', 'Write queries in the browser, against the demo project.']]
      : []),
    ...(guides.has('mcp') ? [['MCP', '/docs/mcp', 'The tools that agents use.']] : []),
    ['OpenAPI document', '/v1/openapi.json', 'The REST interface for programs.'],
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
        <ul class="cards">
          {links.map(([title, path, description]) => (
            <li>
              <a href={path}>{title}</a>
              <p>{description}</p>
            </li>
          ))}
        </ul>
      </main>
    </HtmlDocument>
  )
}
