import type { z } from 'zod'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { serializer } from '../../definitions/fields/serializer.ts'
import { fencer } from '../foundation/untrusted.ts'

/**
 * A view of records: a schema that accepts records with additional fields, and a function that returns only the
 * schema's fields, with texts by third parties marked as such.
 */
export interface View<Definition extends z.ZodObject> {
  definition: Definition
  show(record: z.output<Definition>): z.output<Definition>
}

/** Creates a view of a schema. */
export function viewBy<Definition extends z.ZodObject>(definition: Definition): View<Definition> {
  // Clone the schema, because field metadata belongs to the schema wherever it is used.
  const selective = definition.clone()
  fieldMetadata.add(selective, { selective: true })
  const convert = serializer(selective)
  const fence = fencer(selective) ?? ((shown) => shown)
  // The serializer returns exactly the fields of the definition.
  return { definition: selective, show: (record) => fence(convert(record)) as z.output<Definition> }
}
