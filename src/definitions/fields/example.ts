import { z } from 'zod'
import { fieldMetadata, isWrapper } from './field-metadata.ts'

/** Returns an example value for documentation: the example in the schema's metadata, or one composed from its fields. */
export function createExample<Schema extends z.core.$ZodType>(schema: Schema): z.output<Schema> {
  return make(schema) as z.output<Schema>
}

function make(schema: z.core.$ZodType): unknown {
  const metadata = fieldMetadata.get(schema)
  if (metadata && 'example' in metadata) return metadata.example
  if (isWrapper(schema)) return make(schema.unwrap())
  if (schema instanceof z.ZodObject) {
    const required = Object.entries(schema.shape).filter(([, field]) => !(field instanceof z.ZodOptional))
    return Object.fromEntries(required.map(([name, field]) => [name, make(field)]))
  }
  if (schema instanceof z.ZodArray) return [make(schema.element)]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodDate) return new Date('2026-03-02T09:30:00.000Z')
  if (schema instanceof z.ZodISODateTime) return '2026-03-02T09:30:00.000Z'
  if (schema instanceof z.ZodUUID) return '019a6f30-1c2d-7b40-8e5f-4a6b8c0d2e1f'
  return 'text'
}
