import type { SearchEntry } from '../foundation/page.ts'
import { plainText } from '../markup/markdown.ts'
import type { PlacedOperation, Schema } from './document.ts'
import { describeKeys } from './keys.ts'

/** Returns one search entry per operation of a page. */
export function createEntries({
  path,
  title,
  operations,
}: {
  path: string
  title: string
  operations: readonly PlacedOperation[]
}): SearchEntry[] {
  return operations.map((operation) => {
    const { operationId, summary, method, path: route, description, parameters, requestBody } = operation
    const texts = [
      route === null ? '' : `${method} ${route}`,
      operationId,
      describeKeys(operation),
      description,
      ...parameters.map(({ name, description = '' }) => `${name}: ${description}`),
      ...describeFields(requestBody?.content['application/json'].schema),
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

function describeFields({ properties = {} }: Schema = {}): string[] {
  return Object.entries(properties).map(([name, { description = '' }]) => `${name}: ${description}`)
}
