import type { z } from 'zod'

/** Returns a required JSON body with an example that matches the schema's type. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) {
  return { required: true, content: { 'application/json': { schema, example } } }
}
