import { plainText } from '../guides/markdown.ts'
import type { SearchEntry } from '../page.ts'
import { dereferenceIn } from './describe.ts'
import type { OpenApi, PlacedOperation, Schema } from './document.ts'
import { keysOf } from './keys.ts'

/** What the search finds on a page of operations. */
export function entriesOf(
  document: OpenApi,
  { path, title, operations }: { path: string; title: string; operations: readonly PlacedOperation[] },
): SearchEntry[] {
  const dereference = dereferenceIn(document)
  return operations.map((operation) => {
    const { operationId, summary, method, path: route, description, parameters, requestBody } = operation
    const body = requestBody?.content['application/json'].schema
    const texts = [
      route === null ? '' : `${method} ${route}`,
      operationId,
      keysOf(operation),
      description,
      ...parameters.map(({ name, description = '' }) => `${name}: ${description}`),
      ...(body ? textsOf(dereference(body)) : []),
    ]
    return {
      path: `${path}#${operationId}`,
      title: summary,
      page: title,
      kind: 'REST',
      text: plainText(texts.join(' ')),
    }
  })
}

function textsOf({ properties = {} }: Schema): string[] {
  return Object.entries(properties).map(([name, { description = '' }]) => `${name}: ${description}`)
}
