import type { z } from 'zod'

/** A required body of JSON, with an example that its schema's type has checked. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) {
  return { required: true, content: { 'application/json': { schema, example } } }
}
