import { z } from 'zod'

/** The keywords of JSON Schema that the REST interface uses. */
export interface Schema {
  $ref?: string | undefined
  type?: string | string[] | undefined
  description?: string | undefined
  format?: string | undefined
  pattern?: string | undefined
  enum?: unknown[] | undefined
  'x-enumDescriptions'?: Record<string, string> | undefined
  default?: unknown
  minimum?: number | undefined
  maximum?: number | undefined
  exclusiveMinimum?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  additionalProperties?: boolean | Schema | undefined
  items?: Schema | undefined
  anyOf?: Schema[] | undefined
}

// Strict, so that a keyword that is new in the interface fails the tests instead of missing on the pages.
const schemaSchema: z.ZodType<Schema> = z.strictObject({
  $ref: z.string().optional(),
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
  get additionalProperties() {
    return z.union([z.boolean(), schemaSchema]).optional()
  },
  get items() {
    return schemaSchema.optional()
  },
  get anyOf() {
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

const responseSchema = z.object({
  description: z.string(),
  headers: z.record(z.string(), z.object({ $ref: z.string() })).optional(),
  content: contentSchema.optional(),
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

/** What the pages show of an OpenAPI 3.1 document. */
export const openApiSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string(),
    z.record(z.enum(['get', 'post', 'put', 'patch', 'delete']), operationSchema.optional()),
  ),
  webhooks: z.record(z.string(), z.object({ post: operationSchema })),
  components: z.object({
    schemas: z.record(z.string(), schemaSchema),
    headers: z.record(z.string(), z.object({ description: z.string(), schema: schemaSchema })),
    securitySchemes: z.record(z.string(), z.object({ description: z.string() })),
  }),
})

export type OpenApi = z.output<typeof openApiSchema>
export type Operation = z.output<typeof operationSchema>
export type Response = z.output<typeof responseSchema>
export type Media = z.output<typeof mediaSchema>

/** An operation with its place in the document. */
export interface PlacedOperation extends Operation {
  method: string
  /** Null for a webhook, which is sent to an address of the reader's. */
  path: string | null
}

/** All operations in the order of the document. */
export function operationsOf({ paths }: OpenApi): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation ? [{ ...operation, method: method.toUpperCase(), path }] : [],
    ),
  )
}

/** What is sent to addresses of the reader's. */
export function webhooksOf({ webhooks }: OpenApi): PlacedOperation[] {
  return Object.values(webhooks).map(({ post }) => ({ ...post, method: 'POST', path: null }))
}

/**
 * What a reference of the document names.
 * @throws {Error} when there is no such part
 */
export function resolve<Part>(parts: Record<string, Part>, reference: string): Part {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  const part = parts[name]
  if (!part) throw new Error(`${reference} is not in the document`)
  return part
}
