import { raw } from 'hono/html'
import { plainText, renderInline, renderText } from '../guides/markdown.ts'
import type { Content, Heading, Page } from '../page.ts'
import { dereferenceIn } from './describe.ts'
import { type OpenApi, operationsOf, type PlacedOperation, resolve, webhooksOf } from './document.ts'
import { entriesOf } from './entries.ts'
import { OperationView } from './operation-view.tsx'
import { Field } from './schema-view.tsx'

const PATH = '/docs/rest'
const TITLE = 'REST reference'

/** Operations that are on one page. */
interface Group {
  slug: string
  path: string
  title: string
  description: string
  operations: readonly PlacedOperation[]
}

/** The REST reference: a page about all operations, and below it one for each tag and one for webhooks. */
export function restPages(document: OpenApi): { page: Page; below: Page[] } {
  const groups = groupsOf(document)
  const below = groups.map((group): Page => {
    const { path, title, description } = group
    return {
      path,
      title,
      section: TITLE,
      description,
      layout: 'reference',
      content: () => groupContent(document, group),
      entries: () => entriesOf(document, group),
    }
  })
  const text = plainText(document.info.description)
  const page: Page = {
    path: PATH,
    title: TITLE,
    description: 'Every operation of REST with its parameters, bodies, responses and errors.',
    layout: 'text',
    content: () => overviewContent(document, groups),
    entries: () => [{ path: PATH, title: TITLE, page: TITLE, kind: 'REST', text }],
  }
  return { page, below }
}

function groupsOf(document: OpenApi): Group[] {
  const operations = operationsOf(document)
  const tagged = document.tags.map(({ name, description }) => ({
    title: name,
    description,
    operations: operations.filter(({ tags }) => tags[0] === name),
  }))
  const webhooks = {
    title: 'Webhooks',
    description: 'What is sent to an address of yours.',
    operations: webhooksOf(document),
  }
  return [...tagged, webhooks].map((group) => {
    const slug = group.title.toLowerCase().replaceAll(' ', '-')
    return { ...group, slug, path: `${PATH}/${slug}` }
  })
}

function overviewContent(document: OpenApi, groups: readonly Group[]): Content {
  const { info, components } = document
  const dereference = dereferenceIn(document)
  const html = (
    <>
      {raw(renderText(info.description))}
      <p>
        The same as an OpenAPI 3.1 document: <a href="/v1/openapi.json">/v1/openapi.json</a>.
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
      <h2 id="headers">Headers of responses</h2>
      <ul class="fields">
        {Object.entries(components.headers).map(([name, { description, schema }]) => (
          <Field name={name} schema={{ ...schema, description }} dereference={dereference} mark={null} />
        ))}
      </ul>
    </>
  )
  const headings: Heading[] = [
    ...groups.map(({ slug, title }): Heading => ({ id: slug, text: title, level: 2 })),
    { id: 'keys', text: 'Keys', level: 2 },
    { id: 'headers', text: 'Headers of responses', level: 2 },
  ]
  return { html: String(html), headings }
}

function groupContent(document: OpenApi, { path, description, operations }: Group): Content {
  const dereference = dereferenceIn(document)
  const headerText = (reference: string) => resolve(document.components.headers, reference).description
  const html = (
    <>
      <p class="lead">{description}</p>
      {operations.length > 1 && <OperationList path={path} operations={operations} />}
      {operations.map((operation) => (
        <OperationView operation={operation} dereference={dereference} headerText={headerText} />
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
            <span class={`method ${method.toLowerCase()}`}>{method}</span>{' '}
            <code>{route ?? 'your address'}</code>
            <span class="means">{summary}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
