import type { GraphQLSchema } from 'graphql'
import { extensionsOf } from '../foundation/field-extensions.ts'

/** Appends to the description of each mutation the codes that only some mutations fail with. */
export function describeErrors(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { errors = [] } = extensionsOf(field)
    if (errors.length > 0) field.description = `${field.description ?? ''} Errors: ${errors.join(', ')}.`
  }
}
