import type { z } from 'zod'
import { facts } from '../../definitions/facts.ts'
import { serializer } from '../../definitions/serializer.ts'

/** A view of records: a schema whose records may have further fields, and what makes its fields, and no others, of a record. */
export interface View<Definition extends z.ZodObject> {
  definition: Definition
  show(record: z.output<Definition>): z.output<Definition>
}

/** Makes a view. */
export function viewBy<Definition extends z.ZodObject>(definition: Definition): View<Definition> {
  // A copy, because facts belong to a schema wherever it is used.
  const selective = definition.clone()
  facts.add(selective, { selective: true })
  const convert = serializer(selective)
  // The serializer makes exactly the fields of the definition.
  return { definition: selective, show: (record) => convert(record) as z.output<Definition> }
}
