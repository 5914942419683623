import { raw } from 'hono/html'
import { plainText, renderInline, renderText } from '../guides/markdown.ts'
import type { Content, Heading, Page, SearchEntry } from '../page.ts'
import { dereferenceIn } from './describe.ts'
import { type OpenApi, operationsOf, type PlacedOperation, resolve, type Schema } from './document.ts'
import { keysOf, OperationView } from './operation-view.tsx'
import { Field } from './schema-view.tsx'

const PATH = '/docs/rest'
const TITLE = 'REST reference'

/** The REST reference: a page about all operations, and below it one for each tag and one for webhooks. */
export function restPages(document: OpenApi): { page: Page; below: Page[] } {
  const operations = operationsOf(document)
  const groups = document.tags.map(({ name, description }) => ({
    path: `${PATH}/${slugOf(name)}`,
    name,
    description,
    operations: operations.filter(({ tags }) => tags[0] === name),
  }))
  const webhooks = Object.values(document.webhooks).map(
    ({ post }): PlacedOperation => ({ ...post, method: 'POST', path: '' }),
  )
  const below = groups.map(
    ({ path, name, description, operations }): Page => ({
      path,
      title: name,
      section: TITLE,
      description,
      layout: 'reference',
      content: () => operationsContent({ document, path, title: name, description, operations }),
    }),
  )
  below.push({
    path: `${PATH}/webhooks`,
    title: 'Webhooks',
    section: TITLE,
    description: 'What is sent to an address of yours.',
    layout: 'reference',
    content: () =>
      operationsContent({
        document,
        path: `${PATH}/webhooks`,
        title: 'Webhooks',
        description: 'What is sent to an address of yours.',
        operations: webhooks,
        webhook: true,
      }),
  })
  const page: Page = {
    path: PATH,
    title: TITLE,
    description: 'Every operation of REST with its parameters, bodies, answers and errors.',
    layout: 'text',
    content: () => overviewContent(document, groups),
  }
  return { page, below }
}

function slugOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

interface TagGroup {
  path: string
  name: string
  description: string
  operations: readonly PlacedOperation[]
}

function overviewContent(document: OpenApi, groups: readonly TagGroup[]): Content {
  const { info, components } = document
  const dereference = dereferenceIn(document)
  const html = (
    <>
      {raw(renderText(info.description))}
      <p>
        The same as an OpenAPI 3.1 document: <a href="/v1/openapi.json">/v1/openapi.json</a>.
      </p>
      {groups.map(({ path, name, description, operations }) => (
        <>
          <h2 id={slugOf(name)}>
            <a href={path}>{name}</a>
          </h2>
          <p>{description}</p>
          <OperationList path={path} operations={operations} />
        </>
      ))}
      <h2 id="keys">Keys</h2>
      <ul>
        {Object.values(components.securitySchemes).map(({ description }) => (
          <li>{raw(renderInline(description))}</li>
        ))}
      </ul>
      <h2 id="headers">Headers of responses</h2>
      <ul class="fields">
        {Object.entries(components.headers).map(([name, { description, schema }]) => (
          <Field name={name} schema={{ ...schema, description }} dereference={dereference} mark={null} />
        ))}
      </ul>
    </>
  )
  const headings: Heading[] = [
    ...groups.map(({ name }): Heading => ({ id: slugOf(name), text: name, level: 2 })),
    { id: 'keys', text: 'Keys', level: 2 },
    { id: 'headers', text: 'Headers of responses', level: 2 },
  ]
  const text = plainText(info.description)
  return {
    html: String(html),
    headings,
    entries: [{ path: PATH, title: TITLE, page: TITLE, kind: 'REST', text }],
  }
}

function OperationList({ path, operations }: { path: string; operations: readonly PlacedOperation[] }) {
  return (
    <ul class="operations">
      {operations.map(({ operationId, summary, method, path: route }) => (
        <li>
          <a href={`${path}#${operationId}`}>
            <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{route}</code>
            <span class="means">{summary}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function operationsContent({
  document,
  path,
  title,
  description,
  operations,
  webhook = false,
}: {
  document: OpenApi
  path: string
  title: string
  description: string
  operations: readonly PlacedOperation[]
  webhook?: boolean
}): Content {
  const dereference = dereferenceIn(document)
  const headerText = (reference: string) => resolve(document.components.headers, reference).description
  const html = (
    <>
      <p class="lead">{description}</p>
      {operations.length > 1 && <OperationList path={path} operations={operations} />}
      {operations.map((operation) => (
        <OperationView
          operation={operation}
          dereference={dereference}
          headerText={headerText}
          webhook={webhook}
        />
      ))}
    </>
  )
  return {
    html: String(html),
    headings: operations.map(({ operationId, summary }) => ({ id: operationId, text: summary, level: 2 })),
    entries: operations.map((operation): SearchEntry => {
      const { operationId, summary, method, path: route, description, parameters, requestBody } = operation
      const body = requestBody?.content['application/json'].schema
      return {
        path: `${path}#${operationId}`,
        title: summary,
        page: title,
        kind: 'REST',
        text: [
          webhook ? '' : `${method} ${route}`,
          operationId,
          keysOf(operation),
          plainText(description),
          ...parameters.map(({ name, description = '' }) => `${name}: ${plainText(description)}`),
          ...(body ? fieldTexts(dereference(body)) : []),
        ].join(' '),
      }
    }),
  }
}

function fieldTexts({ properties = {} }: Schema): string[] {
  return Object.entries(properties).map(
    ([name, { description = '' }]) => `${name}: ${plainText(description)}`,
  )
}
