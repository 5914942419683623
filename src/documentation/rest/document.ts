import { z } from 'zod'

// Strict, so that the tests fail if the REST interface starts to use a keyword that the pages do not show.
const schemaSchema = z.strictObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  'x-enumDescriptions': z.record(z.string(), z.string()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  get properties() {
    return z.record(z.string(), schemaSchema).optional()
  },
  required: z.array(z.string()).optional(),
  get additionalProperties(): z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, typeof schemaSchema]>> {
    return z.union([z.boolean(), schemaSchema]).optional()
  },
  get items() {
    return schemaSchema.optional()
  },
  get anyOf() {
    return z.array(schemaSchema).optional()
  },
  /** Alternatives with different values of `kind`. */
  get oneOf() {
    return z.array(schemaSchema).optional()
  },
})

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: schemaSchema,
})

const mediaSchema = z.object({
  schema: schemaSchema,
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ summary: z.string().optional(), value: z.unknown() })).optional(),
})
const contentSchema = z.object({ 'application/json': mediaSchema })
const headersSchema = z.record(z.string(), z.object({ description: z.string(), schema: schemaSchema }))

const responseSchema = z.object({
  description: z.string(),
  headers: headersSchema.optional(),
  /** By media type. */
  content: z.record(z.string(), mediaSchema).optional(),
})

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.tuple([z.string()]),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: contentSchema }).optional(),
  responses: z.record(z.string(), responseSchema),
})

const openApiSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string(),
    z.record(z.enum(['get', 'post', 'put', 'patch', 'delete']), operationSchema.optional()),
  ),
  webhooks: z.record(z.string(), z.object({ post: operationSchema })),
  components: z.object({
    headers: headersSchema,
    securitySchemes: z.record(z.string(), z.object({ description: z.string() })),
  }),
})

export type Schema = z.output<typeof schemaSchema>
export type OpenApi = z.output<typeof openApiSchema>
export type Operation = z.output<typeof operationSchema>
export type Response = z.output<typeof responseSchema>
export type Media = z.output<typeof mediaSchema>

/**
 * Parses an OpenAPI 3.1 document and replaces its references by the referenced parts.
 * @throws {z.ZodError} if the document has a form that the pages cannot show
 */
export function parseOpenApi(document: unknown): OpenApi {
  const replaceReferences = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaceReferences)
    if (!isRecord(value)) return value
    const { $ref, ...rest } = value
    const fields = Object.entries(rest).map(([name, field]) => [name, replaceReferences(field)] as const)
    if (typeof $ref !== 'string') return Object.fromEntries(fields)
    return { ...Object(replaceReferences(findPart(document, $ref))), ...Object.fromEntries(fields) }
  }
  return openApiSchema.parse(replaceReferences(document))
}

/** Returns the part of a document that a reference such as `#/components/schemas/Run` points to. */
function findPart(document: unknown, reference: string): unknown {
  const [, ...names] = reference.split('/')
  return names.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), document)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** An operation with its method and path. */
export interface PlacedOperation extends Operation {
  method: string
  /** Null for a webhook, which is sent to a URL of the reader. */
  path: string | null
}

/** Lists all operations in the order of the document. */
export function listOperations({ paths }: OpenApi): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation ? [{ ...operation, method: method.toUpperCase(), path }] : [],
    ),
  )
}

/** Lists the webhooks that Answergraph sends. */
export function listWebhooks({ webhooks }: OpenApi): PlacedOperation[] {
  return Object.values(webhooks).map(({ post }) => ({ ...post, method: 'POST', path: null }))
}
