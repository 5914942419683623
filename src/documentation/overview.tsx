import { raw } from 'hono/html'
import { codeBlock } from './guides/highlight.ts'
import { ORIGIN } from './origin.ts'
import type { Page, PageFacts } from './page.ts'

const TITLE = 'Documentation'
const DESCRIPTION =
  'How Answergraph is started, what it measures, and how its figures are read over REST, GraphQL and MCP.'

const START = `npm ci && npm start
`
const REQUEST = `curl ${ORIGIN}/v1/project -H "Authorization: Bearer $KEY"
`

/**
 * The first page of the documentation: the first steps, and what there is to read, by group.
 * @param graphiql whether browsers get GraphiQL at /graphql
 */
export function overviewPage(
  groups: readonly { title: string; pages: readonly Pick<PageFacts, 'title' | 'path' | 'description'>[] }[],
  { graphiql }: { graphiql: boolean },
): Page {
  const path = '/docs'
  return {
    path,
    title: TITLE,
    description: DESCRIPTION,
    layout: 'text',
    entries: () => [{ path, title: TITLE, page: TITLE, kind: 'Guide', text: DESCRIPTION }],
    content: () => ({
      headings: [],
      html: String(
        <>
          <p class="lead">{DESCRIPTION}</p>
          <p>
            Start it with a demo project; it prints a project key. With that as <code>$KEY</code>, every
            command of these pages can be pasted:
          </p>
          {raw(codeBlock(START, 'bash'))}
          {raw(codeBlock(REQUEST, 'bash'))}
          {graphiql && (
            <p>
              In the demo, <a href="/graphql">GraphiQL</a> writes and runs queries in the browser.
            </p>
          )}
          {groups.map(({ title, pages }) => (
            <section class="group">
              <h2>{title}</h2>
              <PageList pages={pages} />
            </section>
          ))}
        </>,
      ),
    }),
  }
}

/** Links with what is behind them. */
function PageList({ pages }: { pages: readonly Pick<PageFacts, 'title' | 'path' | 'description'>[] }) {
  return (
    <ul class="pages">
      {pages.map(({ title, path, description }) => (
        <li>
          <a href={path}>{title}</a>
          <p>{description}</p>
        </li>
      ))}
    </ul>
  )
}
