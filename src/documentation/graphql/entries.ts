import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { plainText } from '../guides/markdown.ts'
import type { SearchEntry } from '../page.ts'
import { type Kind, rootFields } from './kinds.ts'

/** What the search finds on the page of a kind: its types, or the fields of its operations. */
export function entriesOf({ title, types, root }: Kind, path: string): SearchEntry[] {
  const parts = root
    ? rootFields(types).map(({ name, description, args }) => ({ name, description, texts: args.map(textOf) }))
    : types.map((type) => ({ name: type.name, description: type.description, texts: textsOf(type) }))
  return parts.map(({ name, description, texts }) => ({
    path: `${path}#${name}`,
    title: name,
    page: title,
    kind: 'GraphQL',
    text: plainText([description ?? '', ...texts].join(' ')),
  }))
}

function textsOf(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(textOf)
  if (isObjectType(type) || isInterfaceType(type)) return Object.values(type.getFields()).map(textOf)
  return isInputObjectType(type) ? Object.values(type.getFields()).map(textOf) : []
}

/** A field, without the sentence about its cost, which stands in all of them. */
function textOf({ name, description }: { name: string; description?: string | null | undefined }): string {
  return `${name}: ${(description ?? '').replace(/ ?Cost: [^.]*\.$/, '')}`
}
