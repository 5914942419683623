import { type DocumentNode, Kind, type OperationDefinitionNode, OperationTypeNode, parse } from 'graphql'
import type { Executor } from '../execute.ts'
import type { Page } from '../page.ts'
import type { Snippet } from '../snippet.ts'

/** Sends every operation of a document with the project key and stores the last response, which must have no errors. */
export const graphql: Executor = async (snippet, page) => {
  const document = parse(snippet.text)
  const given = variablesBelow(snippet, page)
  let answer: unknown
  for (const operation of operationsOf(document)) {
    const names = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
    const known = Object.fromEntries(names.map((name) => [name, page.demo.ids[name]]))
    const request = {
      query: snippet.text,
      operationName: operation.name?.value,
      variables: { ...known, ...given },
    }
    answer =
      operation.operation === OperationTypeNode.SUBSCRIPTION
        ? await firstEvent(page, request)
        : await (await send(page, request, 'application/graphql-response+json')).json()
    const { errors } = answer as { errors?: unknown }
    if (errors) throw new Error(JSON.stringify(errors, null, 2))
  }
  page.outputs.set(snippet, JSON.stringify(answer))
}

/** Returns the operations of a document. */
export function operationsOf(document: DocumentNode): OperationDefinitionNode[] {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  if (operations.length === 0) throw new Error('the document has no operation')
  return operations as OperationDefinitionNode[]
}

/** Returns the values of the `json variables` block that follows. */
function variablesBelow(snippet: Snippet, page: Page): Record<string, unknown> {
  const below = page.beside(snippet, 1)
  return below?.language === 'json' && below.words[0] === 'variables' ? JSON.parse(below.text) : {}
}

function send({ demo }: Page, request: object, accept: string): Promise<Response> {
  return fetch(`${demo.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.projectKey}`, 'content-type': 'application/json', accept },
    body: JSON.stringify(request),
  })
}

/** Returns the first event of a subscription. */
async function firstEvent(page: Page, request: object): Promise<unknown> {
  const response = await send(page, request, 'text/event-stream')
  let received = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    received += decoder.decode(chunk, { stream: true })
    const [, data] = /^event: next\ndata: (.*)\n/m.exec(received) ?? []
    // Returning from the loop closes the stream.
    if (data !== undefined) return JSON.parse(data)
  }
  throw new Error(`the subscription ended without an event: ${response.status} ${received}`)
}
