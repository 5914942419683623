import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import type { SearchEntry } from '../foundation/page.ts'
import { plainText } from '../markup/markdown.ts'
import { type Kind, listRootFields } from './kinds.ts'

/** Returns one search entry per type of a page, or per field of the page's operation type. */
export function createEntries({ title, types, root }: Kind, path: string): SearchEntry[] {
  const parts = root
    ? listRootFields(types).map(({ name, description, args }) => ({
        name,
        description,
        texts: args.map(describePart),
      }))
    : types.map((type) => ({ name: type.name, description: type.description, texts: describeParts(type) }))
  return parts.map(({ name, description, texts }) => ({
    path: `${path}#${name}`,
    title: name,
    page: title,
    kind: 'GraphQL',
    text: plainText([description ?? '', ...texts].join(' ')),
  }))
}

function describeParts(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(describePart)
  if (isObjectType(type) || isInterfaceType(type)) return Object.values(type.getFields()).map(describePart)
  return isInputObjectType(type) ? Object.values(type.getFields()).map(describePart) : []
}

/** Omits the sentence about the cost, because every field has one. */
function describePart({
  name,
  description,
}: {
  name: string
  description?: string | null | undefined
}): string {
  return `${name}: ${(description ?? '').replace(/ ?Cost: [^.]*\.$/, '')}`
}
