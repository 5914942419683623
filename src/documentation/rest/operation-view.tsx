import { raw } from 'hono/html'
import { codeBlock } from '../markup/highlight.ts'
import { renderInline, renderText } from '../markup/markdown.ts'
import { SectionHeading } from '../markup/section-heading.tsx'
import { formatCurl } from './curl.ts'
import type { Media, PlacedOperation, Response } from './document.ts'
import { formatJson } from './json.ts'
import { describeKeys } from './keys.ts'
import { Field, Fields } from './schema-view.tsx'

/** Headers of every response. They are described once, on the first page of the reference. */
const COMMON_HEADERS = /^X-RateLimit-|^X-Request-Id$/

const PARAMETER_TITLES = { path: 'Path', query: 'Query', header: 'Headers' } as const

/** An operation: description, parameters and responses, next to a sample command and response. */
export function OperationView({ operation }: { operation: PlacedOperation }) {
  const { operationId, summary, description, method, path, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  const webhook = path === null
  return (
    <section class="operation" aria-labelledby={operationId}>
      <div class="said">
        <SectionHeading id={operationId}>{summary}</SectionHeading>
        {!webhook && (
          <>
            <p class="route">
              <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
            </p>
            <p class="keys">{raw(renderInline(describeKeys(operation)))}</p>
          </>
        )}
        {raw(renderText(description))}
        {Object.entries(PARAMETER_TITLES).map(([location, title]) => (
          <Parameters
            title={title}
            parameters={parameters.filter((parameter) => parameter.in === location)}
          />
        ))}
        {body && (
          <>
            <h3>{webhook ? 'Body' : `Body${requestBody.required ? '' : ', optional'}`}</h3>
            <Fields schema={body.schema} request={!webhook} />
          </>
        )}
        <h3>{webhook ? 'Expected responses' : 'Responses'}</h3>
        {Object.entries(responses)
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([status, response]) => (
            <ResponseView status={status} response={response} />
          ))}
      </div>
      <div class="samples">
        {webhook && body && <Sample title="Body" code={highlightJson(findExample(body))} />}
        {path !== null && <Requests operation={{ ...operation, path }} body={body} />}
        {Object.entries(responses)
          .filter(([status, { content }]) => status.startsWith('2') && content)
          .map(([status, { content }]) => (
            <Sample title={`Response ${status}`} code={highlightResponse(content)} />
          ))}
      </div>
    </section>
  )
}

function Parameters({ title, parameters }: Pick<PlacedOperation, 'parameters'> & { title: string }) {
  if (parameters.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul class="fields">
        {parameters.map(({ name, schema, description, required }) => (
          <Field
            name={name}
            schema={{ ...schema, description }}
            mark={required ? 'required' : null}
            request
          />
        ))}
      </ul>
    </>
  )
}

function Requests({
  operation,
  body,
}: {
  operation: PlacedOperation & { path: string }
  body: Media | undefined
}) {
  const { example, examples } = body ?? {}
  if (!examples) {
    const command = formatCurl(operation, example === undefined ? null : { value: example })
    return <Sample title="Request" code={codeBlock(command, 'bash')} />
  }
  return (
    <>
      {Object.entries(examples).map(([name, { summary = 'Request', value }]) => (
        <Sample title={summary} code={codeBlock(formatCurl(operation, { name, value }), 'bash')} />
      ))}
    </>
  )
}

function ResponseView({
  status,
  response: { description, headers = {}, content },
}: {
  status: string
  response: Response
}) {
  const media = content?.['application/json']
  const ownHeaders = Object.entries(headers).filter(([name]) => !COMMON_HEADERS.test(name))
  const success = status.startsWith('2')
  return (
    <details class="response" open={success}>
      <summary>
        <span class={`status ${success ? 'success' : 'failure'}`}>{status}</span>{' '}
        {success ? description : findCodes(description).map((code) => <code class="error">{code}</code>)}
      </summary>
      {!success && raw(renderText(description))}
      {ownHeaders.length > 0 && (
        <ul class="fields">
          {ownHeaders.map(([name, { description }]) => (
            <Field name={name} schema={{ type: 'string', description }} mark="header" />
          ))}
        </ul>
      )}
      {success && content && !media && (
        <p>
          {Object.keys(content).map((type) => (
            <>
              <code>{type}</code>{' '}
            </>
          ))}
        </p>
      )}
      {success && media && <Fields schema={media.schema} open />}
      {!success && Object.values(media?.examples ?? {}).map(({ value }) => raw(highlightJson(value)))}
    </details>
  )
}

function Sample({ title, code }: { title: string; code: string }) {
  return (
    <figure class="sample">
      <figcaption>{title}</figcaption>
      {raw(code)}
    </figure>
  )
}

function highlightJson(value: unknown): string {
  return codeBlock(formatJson(value), 'json')
}

/** Highlights the example of JSON, or of a file without JSON. */
function highlightResponse(content: Response['content'] = {}): string {
  const { 'application/json': json, ...files } = content
  if (json) return highlightJson(findExample(json))
  return codeBlock(String(findExample(Object.values(files)[0])).trim(), 'text')
}

function findExample(media: Media | undefined): unknown {
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value
}

/** Returns the error codes at the start of the description's lines. */
function findCodes(description: string): string[] {
  return [...description.matchAll(/^`([A-Z_]+)`/gm)].map(([, code = '']) => code)
}
