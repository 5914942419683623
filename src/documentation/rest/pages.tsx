import { raw } from 'hono/html'
import type { Content, Heading, Page } from '../foundation/page.ts'
import { plainText, renderInline, renderText } from '../markup/markdown.ts'
import { listOperations, listWebhooks, type OpenApi, type PlacedOperation } from './document.ts'
import { createEntries } from './entries.ts'
import { OperationView } from './operation-view.tsx'
import { Field } from './schema-view.tsx'

const PATH = '/docs/rest'
const TITLE = 'REST reference'

/** The operations of one page. */
interface Group {
  slug: string
  path: string
  title: string
  description: string
  operations: readonly PlacedOperation[]
}

/** Returns the pages of the REST reference: an overview, one page per tag, and a page for webhooks. */
export function createRestPages(document: OpenApi): { page: Page; below: Page[] } {
  const groups = groupOperations(document)
  const below = groups.map((group): Page => {
    const { path, title, description } = group
    return {
      path,
      title,
      section: TITLE,
      description,
      layout: 'reference',
      content: () => createGroupContent(group),
      entries: () => createEntries(group),
    }
  })
  const text = plainText(document.info.description)
  const page: Page = {
    path: PATH,
    title: TITLE,
    description: 'Every REST operation with its parameters, bodies, responses and errors.',
    layout: 'text',
    content: () => createOverview(document, groups),
    entries: () => [{ path: PATH, title: TITLE, page: TITLE, kind: 'REST', text }],
  }
  return { page, below }
}

function groupOperations(document: OpenApi): Group[] {
  const operations = listOperations(document)
  const tagged = document.tags.map(({ name, description }) => ({
    title: name,
    description,
    operations: operations.filter(({ tags }) => tags[0] === name),
  }))
  const webhooks = {
    title: 'Webhooks',
    description: 'Messages that Answergraph sends to your URLs.',
    operations: listWebhooks(document),
  }
  return [...tagged, webhooks].map((group) => {
    const slug = group.title.toLowerCase().replaceAll(' ', '-')
    return { ...group, slug, path: `${PATH}/${slug}` }
  })
}

function createOverview({ info, components }: OpenApi, groups: readonly Group[]): Content {
  const html = (
    <>
      {raw(renderText(info.description))}
      <p>
        The same reference as an OpenAPI 3.1 document: <a href="/v1/openapi.json">/v1/openapi.json</a>.
      </p>
      {groups.map(({ slug, path, title, description, operations }) => (
        <>
          <h2 id={slug}>
            <a href={path}>{title}</a>
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
      <h2 id="headers">Response headers</h2>
      <ul class="fields">
        {Object.entries(components.headers).map(([name, { description, schema }]) => (
          <Field name={name} schema={{ ...schema, description }} mark={null} />
        ))}
      </ul>
    </>
  )
  const headings: Heading[] = [
    ...groups.map(({ slug, title }): Heading => ({ id: slug, text: title, level: 2 })),
    { id: 'keys', text: 'Keys', level: 2 },
    { id: 'headers', text: 'Response headers', level: 2 },
  ]
  return { html: String(html), headings }
}

function createGroupContent({ path, description, operations }: Group): Content {
  const html = (
    <>
      <p class="lead">{description}</p>
      {operations.length > 1 && <OperationList path={path} operations={operations} />}
      {operations.map((operation) => (
        <OperationView operation={operation} />
      ))}
    </>
  )
  return {
    html: String(html),
    headings: operations.map(({ operationId, summary }) => ({ id: operationId, text: summary, level: 2 })),
  }
}

function OperationList({ path, operations }: { path: string; operations: readonly PlacedOperation[] }) {
  return (
    <ul class="operations">
      {operations.map(({ operationId, summary, method, path: route }) => (
        <li>
          <a href={`${path}#${operationId}`}>
            <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{route ?? 'your URL'}</code>
            <span class="means">{summary}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
