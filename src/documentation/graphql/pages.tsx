import type { GraphQLSchema } from 'graphql'
import { raw } from 'hono/html'
import { plainText, renderText } from '../guides/markdown.ts'
import type { Content, Page } from '../page.ts'
import { entriesOf } from './entries.ts'
import { type Kind, kindsOf, rootFields } from './kinds.ts'
import { type AddressOf, RootFieldView, TypeView } from './type-view.tsx'

const PATH = '/docs/graphql-reference'
const TITLE = 'GraphQL reference'

/** The GraphQL reference: a page about the schema, and below it one for each kind of definition. */
export function graphqlPages(schema: GraphQLSchema): { page: Page; below: Page[] } {
  const kinds = kindsOf(schema)
  const places = new Map(
    kinds.flatMap(({ slug, types, root }) =>
      types.map(({ name }) => [name, `${PATH}/${slug}${root ? '' : `#${name}`}`] as const),
    ),
  )
  const addressOf: AddressOf = (name) => places.get(name) ?? PATH
  const below = kinds.map(
    (kind): Page => ({
      path: `${PATH}/${kind.slug}`,
      title: kind.title,
      section: TITLE,
      description: kind.description,
      layout: 'text',
      content: () => kindContent(kind, addressOf),
      entries: () => entriesOf(kind, `${PATH}/${kind.slug}`),
    }),
  )
  const page: Page = {
    path: PATH,
    title: TITLE,
    description: 'Every type, field and argument of the graph, with its description and cost.',
    layout: 'text',
    content: () => overviewContent(schema, kinds),
    entries: () => [
      { path: PATH, title: TITLE, page: TITLE, kind: 'GraphQL', text: plainText(schema.description ?? '') },
    ],
  }
  return { page, below }
}

function overviewContent(schema: GraphQLSchema, kinds: readonly Kind[]): Content {
  const description = schema.description ?? ''
  const html = (
    <>
      {raw(renderText(description))}
      <p>
        The same in GraphQL's own language: <a href="/docs/schema.graphql">schema.graphql</a>.
      </p>
      {kinds.map(({ slug, title, description, types, root }) => (
        <>
          <h2 id={slug}>
            <a href={`${PATH}/${slug}`}>{title}</a>
          </h2>
          <p>{description}</p>
          <ul class="names">
            {(root ? rootFields(types) : types).map(({ name }) => (
              <li>
                <a href={`${PATH}/${slug}#${name}`}>
                  <code>{name}</code>
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </>
  )
  return {
    html: String(html),
    headings: kinds.map(({ slug, title }) => ({ id: slug, text: title, level: 2 })),
  }
}

function kindContent({ description, types, root }: Kind, addressOf: AddressOf): Content {
  const fields = root ? rootFields(types) : []
  const html = (
    <>
      <p class="lead">{description}</p>
      {fields.map((field) => (
        <RootFieldView field={field} addressOf={addressOf} />
      ))}
      {!root && types.map((type) => <TypeView type={type} addressOf={addressOf} />)}
    </>
  )
  return {
    html: String(html),
    headings: (root ? fields : types).map(({ name }) => ({ id: name, text: name, level: 2 })),
  }
}
