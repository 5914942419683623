import type { RestApp } from '../foundation/context.ts'
import { referToShared, registerShared } from './components.ts'
import { RESPONSE_HEADERS, registerHeaders } from './headers.ts'
import { KEY_SCHEMES } from './keys.ts'
import { describeWebhooks } from './webhooks.ts'

const DESCRIPTION = `Measures how AI search surfaces talk about a brand.

- Successful responses are \`{"data": …}\`. Errors are \`{"error": {"code", "message"}}\`, with \`details.fieldErrors\` for invalid fields.
- Fields without a value are \`null\`, never missing. Times are ISO 8601 in UTC.
- Unknown fields in a body are rejected; unknown query parameters are ignored.
- Bodies are JSON in UTF-8 of at most 1 MiB; larger bodies return 413.
- Checks run in this order: key (401), rate limit (429), scope of the key (403), input (400), existence (404), plan, limits and
  credits (403), conflicts (409).
- Ids of other tenants return 404, like ids that do not exist.
- HEAD works like GET, without a body. Other paths and methods return 404.`

/** Serves the OpenAPI document of all routes. It is public. */
export function serveDocument(app: RestApp): void {
  let text: string | undefined
  app.get('/v1/openapi.json', (context) => {
    text ??= JSON.stringify(documentOf(app))
    return context.body(text, 200, { 'Content-Type': 'application/json' })
  })
}

const documents = new WeakMap<RestApp, ReturnType<typeof createDocument>>()

/** Returns the OpenAPI document of all routes. It is created on the first call and cached per app. */
export function documentOf(app: RestApp): ReturnType<typeof createDocument> {
  const document = documents.get(app) ?? createDocument(app)
  documents.set(app, document)
  return document
}

function createDocument(app: RestApp) {
  registerHeaders(app)
  registerShared(app)
  describeWebhooks(app)
  for (const [name, description] of Object.entries(KEY_SCHEMES)) {
    app.openAPIRegistry.registerComponent('securitySchemes', name, {
      type: 'http',
      scheme: 'bearer',
      description,
    })
  }
  const document = referToShared(
    app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Answergraph REST API',
        version: '1',
        description: DESCRIPTION,
        license: LICENSE,
        contact: { name: 'The operator of this installation' },
      },
      servers: [{ url: '/', 'x-internal': false }],
    }),
  )
  const operations = Object.values(document.paths ?? {}).flatMap((path) =>
    METHODS.map((method) => path[method]),
  )
  for (const operation of operations) {
    if (operation?.requestBody) operation.responses = { ...operation.responses, 413: TOO_LARGE }
  }
  const tags = new Set(operations.flatMap((operation) => operation?.tags ?? []))
  return { ...document, tags: [...tags].map((name) => ({ name, description: TAGS[name] ?? name })) }
}

/** Response to a body that is too large, added to all operations with a body. */
const TOO_LARGE = {
  description: '`BAD_REQUEST`: The body is larger than 1 MiB.',
  headers: RESPONSE_HEADERS,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: {
        BAD_REQUEST: {
          value: { error: { code: 'BAD_REQUEST', message: 'The body is larger than 1 MiB.' } },
        },
      },
    },
  },
}

/** `identifier` is new in OpenAPI 3.1; the library's types are for 3.0. */
const LICENSE = { name: 'MIT', identifier: 'MIT' }

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Descriptions of the tags that group operations. */
const TAGS: Record<string, string> = {
  Organization: 'The organization of a key, with its credits and limits.',
  Project: 'Projects of an organization, and the project of a key.',
  Settings: 'Prompts, competitors, tags and the weekly schedule of a project.',
  Prompts: 'The questions that a project asks.',
  Analysis: 'Runs of all active prompts, their results and trends.',
  'Discovered brands': 'Brands that answers list or recommend and that a project does not track.',
  Themes: 'What answers praise and criticize about the brand and its competitors.',
  'Async analysis': 'One-off questions that run in the background.',
  Providers: 'The available AI search surfaces and how they are queried.',
  Reports: 'Emails with reports of the project, and links to reports.',
  'Project webhooks': 'URLs that are called when a run of the project ends.',
  'Search volume': 'How often people ask AI assistants about a keyword.',
}
