import type { GraphQLSchema } from 'graphql'
import { raw } from 'hono/html'
import type { Content, Page } from '../foundation/page.ts'
import { plainText, renderText } from '../markup/markdown.ts'
import { createEntries } from './entries.ts'
import { type Kind, listKinds, listRootFields } from './kinds.ts'
import { type FindAddress, RootFieldView, TypeView } from './type-view.tsx'

const PATH = '/docs/graphql-reference'
const TITLE = 'GraphQL reference'

/** Returns the pages of the GraphQL reference: an overview of the schema, and one page per kind of definition. */
export function createGraphqlPages(schema: GraphQLSchema): { page: Page; below: Page[] } {
  const kinds = listKinds(schema)
  const addresses = new Map(
    kinds.flatMap(({ slug, types, root }) =>
      types.map(({ name }) => [name, `${PATH}/${slug}${root ? '' : `#${name}`}`] as const),
    ),
  )
  const findAddress: FindAddress = (name) => addresses.get(name) ?? PATH
  const below = kinds.map(
    (kind): Page => ({
      path: `${PATH}/${kind.slug}`,
      title: kind.title,
      section: TITLE,
      description: kind.description,
      layout: 'text',
      content: () => createKindContent(kind, findAddress),
      entries: () => createEntries(kind, `${PATH}/${kind.slug}`),
    }),
  )
  const page: Page = {
    path: PATH,
    title: TITLE,
    description: 'Every type, field and argument of the GraphQL schema, with its description and cost.',
    layout: 'text',
    content: () => createOverview(schema, kinds),
    entries: () => [
      { path: PATH, title: TITLE, page: TITLE, kind: 'GraphQL', text: plainText(schema.description ?? '') },
    ],
  }
  return { page, below }
}

function createOverview(schema: GraphQLSchema, kinds: readonly Kind[]): Content {
  const description = schema.description ?? ''
  const html = (
    <>
      {raw(renderText(description))}
      <p>
        The same reference in the GraphQL schema language: <a href="/docs/schema.graphql">schema.graphql</a>.
      </p>
      {kinds.map(({ slug, title, description, types, root }) => (
        <>
          <h2 id={slug}>
            <a href={`${PATH}/${slug}`}>{title}</a>
          </h2>
          <p>{description}</p>
          <ul class="names">
            {(root ? listRootFields(types) : types).map(({ name }) => (
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

function createKindContent({ description, types, root }: Kind, findAddress: FindAddress): Content {
  const fields = root ? listRootFields(types) : []
  const html = (
    <>
      <p class="lead">{description}</p>
      {fields.map((field) => (
        <RootFieldView field={field} findAddress={findAddress} />
      ))}
      {!root && types.map((type) => <TypeView type={type} findAddress={findAddress} />)}
    </>
  )
  return {
    html: String(html),
    headings: (root ? fields : types).map(({ name }) => ({ id: name, text: name, level: 2 })),
  }
}
