import { z } from 'zod'

/** Parts of records that are loaded from the database only if a request selects them. */
export const PARTS = ['answer', 'raw', 'facts', 'observation', 'summary', 'urls'] as const
export type Part = (typeof PARTS)[number]

/** Properties of a field or object that its zod type cannot express. */
export interface FieldMetadata {
  /**
   * After the batch has ended, the value only changes together with the batch's `seq`. On an object, this applies to all
   * of its fields. Responses that consist of immutable fields only are cached. Default: false.
   */
  immutable?: boolean
  /** The part of the record that must be loaded to show this field. */
  expensive?: Part
  /** Older records lack this field, and then it is shown as null. */
  addedLater?: boolean
  /** For a nested object: stored records may have more fields than the schema. The serializer omits them. */
  selective?: boolean
  /** A text by a third party, such as an answer. Interfaces for language models mark it as not to be trusted. */
  untrusted?: boolean
  /** An example for the documentation, if one generated from the type would not be realistic. */
  example?: unknown
}

/** Registry of field metadata. Call `schema.register(fieldMetadata, {…})` last in the chain. */
export const fieldMetadata = z.registry<FieldMetadata>()

/** Returns the metadata of a field. `immutable` defaults to the value of the object that contains the field. */
export function getMetadata(definition: z.ZodObject, name: string): FieldMetadata {
  const field = definition.shape[name]
  const own = field && fieldMetadata.get(field)
  const immutable = own?.immutable ?? fieldMetadata.get(definition)?.immutable ?? false
  return { ...own, immutable }
}

/** Returns the description of a schema, or the description of the schema it wraps. */
export function findDescription(schema: z.core.$ZodType): string | undefined {
  const description = z.globalRegistry.get(schema)?.description
  return description ?? (isWrapper(schema) ? findDescription(schema.unwrap()) : undefined)
}

/** Whether a schema only makes another schema nullable or optional. */
export function isWrapper(schema: z.core.$ZodType): schema is z.ZodNullable | z.ZodOptional {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
}
