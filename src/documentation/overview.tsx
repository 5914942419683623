import { raw } from 'hono/html'
import { ORIGIN } from './foundation/origin.ts'
import type { Page, PageSummary } from './foundation/page.ts'
import { codeBlock } from './markup/highlight.ts'

const TITLE = 'Documentation'
const DESCRIPTION =
  'How to start Answergraph, what it measures, and how to read its figures over REST, GraphQL and MCP.'

const START = `npm ci && npm start
`
const REQUEST = `curl ${ORIGIN}/v1/project -H "Authorization: Bearer $KEY"
`

/**
 * Returns the first page of the documentation: the first steps, and a list of all guides by group.
 * @param graphiql whether browsers get GraphiQL at /graphql
 */
export function createOverviewPage(
  groups: readonly { title: string; pages: readonly Pick<PageSummary, 'title' | 'path' | 'description'>[] }[],
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
            Start Answergraph with a demo project. It prints a project key. Assign the key to <code>KEY</code>
            , and you can paste every command from these pages:
          </p>
          {raw(codeBlock(START, 'bash'))}
          {raw(codeBlock(REQUEST, 'bash'))}
          {graphiql && (
            <p>
              In the demo, you can write and run queries in <a href="/graphql">GraphiQL</a>.
            </p>
          )}
          {groups.map(({ title, pages }) => (
            <section class="group">
              <h2>{title}</h2>
              <ul class="pages">
                {pages.map(({ title, path, description }) => (
                  <li>
                    <a href={path}>{title}</a>
                    <p>{description}</p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>,
      ),
    }),
  }
}
