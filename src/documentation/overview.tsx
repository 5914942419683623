import type { Page } from './page.ts'

/** The first page of the documentation: what there is to read, by group. */
export function overviewPage(
  groups: readonly {
    title: string
    pages: readonly { title: string; path: string; description: string }[]
  }[],
): Page {
  const description =
    'How to start Answergraph, what it measures, and how to read it over REST, GraphQL and MCP.'
  return {
    path: '/docs',
    title: 'Documentation',
    description,
    layout: 'text',
    content: () => ({
      headings: [],
      entries: [
        { path: '/docs', title: 'Documentation', page: 'Documentation', kind: 'Guide', text: description },
      ],
      html: String(
        <>
          <p class="lead">{description}</p>
          {groups.map(({ title, pages }) => (
            <>
              <h2>{title}</h2>
              <ul class="cards">
                {pages.map(({ title, path, description }) => (
                  <li>
                    <a href={path}>{title}</a>
                    <p>{description}</p>
                  </li>
                ))}
              </ul>
            </>
          ))}
        </>,
      ),
    }),
  }
}
