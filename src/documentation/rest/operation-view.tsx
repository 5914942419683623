import { raw } from 'hono/html'
import { codeBlock } from '../guides/highlight.ts'
import { renderInline, renderText } from '../guides/markdown.ts'
import { curlOf } from './curl.ts'
import type { Dereference } from './describe.ts'
import type { Media, PlacedOperation, Response } from './document.ts'
import { formatJson } from './json.ts'
import { keysOf } from './keys.ts'
import { Field, Fields } from './schema-view.tsx'

/** The header parameters that every response has are described once, on the page of the interface. */
const COMMON_HEADERS = /^X-RateLimit-|^X-Request-Id$/

const PLACES = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const

/** An operation: what it does, what it takes and answers, and beside it a command and an answer. */
export function OperationView({
  operation,
  dereference,
  headerText,
}: {
  operation: PlacedOperation
  dereference: Dereference
  /** The description of a header by its reference. */
  headerText: (reference: string) => string
}) {
  const { operationId, summary, description, method, path, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  const webhook = path === null
  return (
    <section class="operation" aria-labelledby={operationId}>
      <div class="said">
        <h2 id={operationId}>
          {summary}{' '}
          <a class="anchor" href={`#${operationId}`} aria-label="Link to this section">
            #
          </a>
        </h2>
        {!webhook && (
          <p class="route">
            <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
          </p>
        )}
        {!webhook && <p class="keys">{raw(renderInline(keysOf(operation)))}</p>}
        {raw(renderText(description))}
        {PLACES.map(([place, title]) => {
          const here = parameters.filter((one) => one.in === place)
          return (
            here.length > 0 && (
              <>
                <h3>{title}</h3>
                <ul class="fields">
                  {here.map((one) => (
                    <Field
                      name={one.name}
                      schema={{ ...one.schema, description: one.description }}
                      dereference={dereference}
                      mark={one.required ? 'required' : null}
                      request
                    />
                  ))}
                </ul>
              </>
            )
          )
        })}
        {body && (
          <>
            <h3>{webhook ? 'Body' : `Body${requestBody.required ? '' : ', optional'}`}</h3>
            <Fields schema={dereference(body.schema)} dereference={dereference} request={!webhook} />
          </>
        )}
        <h3>{webhook ? 'Responses to it' : 'Responses'}</h3>
        {Object.entries(responses)
          .sort(([one], [other]) => one.localeCompare(other))
          .map(([status, response]) => (
            <ResponseView
              status={status}
              response={response}
              dereference={dereference}
              headerText={headerText}
            />
          ))}
      </div>
      <div class="samples">
        {webhook && body && <Sample title="Body" code={json(exampleOf(body))} />}
        {path !== null && <Requests operation={{ ...operation, path }} body={body} />}
        {Object.entries(responses)
          .filter(([status, { content }]) => status.startsWith('2') && content)
          .map(([status, { content }]) => (
            <Sample title={`Response ${status}`} code={json(exampleOf(content?.['application/json']))} />
          ))}
      </div>
    </section>
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
  const all = examples
    ? Object.entries(examples).map(([name, { summary, value }]) => ({ name, summary, value }))
    : [example === undefined ? null : { value: example }]
  return (
    <>
      {all.map((one) => (
        <Sample
          title={(one && 'summary' in one && one.summary) || 'Request'}
          code={codeBlock(curlOf(operation, one), 'bash')}
        />
      ))}
    </>
  )
}

function ResponseView({
  status,
  response: { description, headers = {}, content },
  dereference,
  headerText,
}: {
  status: string
  response: Response
  dereference: Dereference
  headerText: (reference: string) => string
}) {
  const media = content?.['application/json']
  const own = Object.entries(headers).filter(([name]) => !COMMON_HEADERS.test(name))
  const success = status.startsWith('2')
  return (
    <details class="response" open={success}>
      <summary>
        <span class={`status ${success ? 'success' : 'failure'}`}>{status}</span>{' '}
        {success ? description : codesOf(description).map((code) => <code class="error">{code}</code>)}
      </summary>
      {!success && raw(renderText(description))}
      {own.length > 0 && (
        <ul class="fields">
          {own.map(([name, { $ref }]) => (
            <Field
              name={name}
              schema={{ type: 'string', description: headerText($ref) }}
              dereference={dereference}
              mark="header"
            />
          ))}
        </ul>
      )}
      {success && media && <Fields schema={dereference(media.schema)} dereference={dereference} open />}
      {!success && Object.values(media?.examples ?? {}).map(({ value }) => raw(json(value)))}
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

function json(value: unknown): string {
  return codeBlock(formatJson(value), 'json')
}

function exampleOf(media: Media | undefined): unknown {
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value
}

/** The error codes that a description begins its lines with. */
function codesOf(description: string): string[] {
  return [...description.matchAll(/^`([A-Z_]+)`/gm)].map(([, code = '']) => code)
}
