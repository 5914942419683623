import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { raw } from 'hono/html'
import { plainText, renderText } from '../guides/markdown.ts'
import type { Content, Page, SearchEntry } from '../page.ts'
import { type Kind, kindsOf } from './kinds.ts'
import { type AddressOf, RootFieldView, TypeView } from './type-view.tsx'

const PATH = '/docs/graphql-reference'
const TITLE = 'GraphQL reference'

/** The GraphQL reference: a page about the schema, and below it one for each kind of definition. */
export function graphqlPages(schema: GraphQLSchema): { page: Page; below: Page[] } {
  const kinds = kindsOf(schema)
  const places = new Map(
    kinds.flatMap(({ slug, types }) => types.map(({ name }) => [name, `${PATH}/${slug}#${name}`] as const)),
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
    }),
  )
  const page: Page = {
    path: PATH,
    title: TITLE,
    description: 'Every type, field and argument of the graph, with its description and cost.',
    layout: 'text',
    content: () => overviewContent(schema, kinds),
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
    entries: [{ path: PATH, title: TITLE, page: TITLE, kind: 'GraphQL', text: plainText(description) }],
  }
}

function rootFields(types: readonly GraphQLNamedType[]) {
  return types.flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []))
}

function kindContent(kind: Kind, addressOf: AddressOf): Content {
  const { slug, title, description, types, root } = kind
  const fields = root ? rootFields(types) : []
  const parts: { name: string; text: string }[] = root
    ? fields.map((field) => ({
        name: field.name,
        text: [field.description ?? '', ...field.args.map(textOf)].join(' '),
      }))
    : types.map((type) => ({ name: type.name, text: [type.description ?? '', ...partsOf(type)].join(' ') }))
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
    headings: parts.map(({ name }) => ({ id: name, text: name, level: 2 })),
    entries: parts.map(
      ({ name, text }): SearchEntry => ({
        path: `${PATH}/${slug}#${name}`,
        title: name,
        page: title,
        kind: 'GraphQL',
        text: plainText(text),
      }),
    ),
  }
}

function partsOf(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(textOf)
  if (isObjectType(type) || isInterfaceType(type)) return Object.values(type.getFields()).map(textOf)
  return isInputObjectType(type) ? Object.values(type.getFields()).map(textOf) : []
}

/** A field, without the sentence about its cost, which stands in all of them. */
function textOf({ name, description }: { name: string; description?: string | null | undefined }): string {
  return `${name}: ${(description ?? '').replace(/ ?Cost: [^.]*\.$/, '')}`
}
