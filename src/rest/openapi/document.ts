import type { RestApp } from '../context.ts'
import { RESPONSE_HEADERS, registerHeaders } from './headers.ts'
import { KEY_SCHEMES } from './keys.ts'
import { describeWebhooks } from './webhooks.ts'

const DESCRIPTION = `Measures how AI search surfaces speak of a brand.

- Success is \`{"data": …}\`, failure \`{"error": {"code", "message"}}\`, with \`details.fieldErrors\` when fields are wrong.
- Absent values are \`null\`, never missing. Times are ISO 8601 in UTC.
- Unknown fields in a body are refused; unknown query parameters are ignored.
- Bodies are JSON in UTF-8 of at most 1 MiB; a larger one is 413.
- Checks come in this order: key (401), rate (429), scope of the key (403), input (400), existence (404), plan, limits and
  credits (403), conflicts (409).
- Another tenant's id answers as a missing one: 404.
- HEAD answers as GET without a body. Other paths and methods are 404.`

/** Serves the OpenAPI document of all routes, also to those without a key. */
export function serveDocument(app: RestApp): void {
  let text: string | undefined
  app.get('/v1/openapi.json', (context) => {
    text ??= JSON.stringify(documentOf(app))
    return context.body(text, 200, { 'Content-Type': 'application/json' })
  })
}

const documents = new WeakMap<RestApp, ReturnType<typeof createDocument>>()

/** The OpenAPI document of all routes, made once, when first asked for. */
export function documentOf(app: RestApp): ReturnType<typeof createDocument> {
  const document = documents.get(app) ?? createDocument(app)
  documents.set(app, document)
  return document
}

function createDocument(app: RestApp) {
  registerHeaders(app)
  describeWebhooks(app)
  for (const [name, description] of Object.entries(KEY_SCHEMES)) {
    app.openAPIRegistry.registerComponent('securitySchemes', name, {
      type: 'http',
      scheme: 'bearer',
      description,
    })
  }
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Answergraph REST API',
      version: '1',
      description: DESCRIPTION,
      license: LICENSE,
      contact: { name: 'The operator of this installation' },
    },
    servers: [{ url: '/', 'x-internal': false }],
  })
  const operations = Object.values(document.paths ?? {}).flatMap((path) =>
    METHODS.map((method) => path[method]),
  )
  for (const operation of operations) {
    if (operation?.requestBody) operation.responses = { ...operation.responses, 413: TOO_LARGE }
  }
  const tags = new Set(operations.flatMap((operation) => operation?.tags ?? []))
  return { ...document, tags: [...tags].map((name) => ({ name, description: TAGS[name] ?? name })) }
}

/** The response to a body that is too large, the same for every operation that takes one. */
const TOO_LARGE = {
  description: '`BAD_REQUEST`: The body is larger than 1 MiB.',
  headers: RESPONSE_HEADERS,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: {
        BAD_REQUEST: {
          value: { error: { code: 'BAD_REQUEST', message: 'The body is larger than 1048576 bytes.' } },
        },
      },
    },
  },
}

/** `identifier` is new in OpenAPI 3.1; the types are those of 3.0. */
const LICENSE = { name: 'MIT', identifier: 'MIT' }

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** What the groups of operations are about. */
const TAGS: Record<string, string> = {
  Project: 'The project of a key, and the projects of an organization.',
  Settings: 'Prompts, competitors, tags and the weekly schedule of a project.',
  Prompts: 'The questions a project asks.',
  Analysis: 'Runs of all active prompts, their results and trends.',
  'Discovered brands': 'Brands that answers list or recommend and that a project does not track.',
  'Async analysis': 'One-off questions, answered in the background.',
  Providers: 'The surfaces that can be asked, and how each is asked.',
  'Search volume': 'How often people ask AI surfaces for a keyword.',
}
