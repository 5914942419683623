import type { z } from 'zod'
import type { Enumeration } from '../definitions/enumeration.ts'
import { descriptionOf, factsOf } from '../definitions/facts.ts'
import { builder } from './builder.ts'
import type { FieldExtensions } from './field-extensions.ts'

/** A value in the form of the names of GraphQL: dots, colons and hyphens become underscores. */
type EnumName<Value extends string> = Value extends `${infer Head}${'.' | ':' | '-'}${infer Tail}`
  ? `${EnumName<Head>}_${EnumName<Tail>}`
  : Uppercase<Value>
type EnumValues<Value extends string> = {
  [Key in Value as EnumName<Key>]: { value: Key; description: string }
}

/** Makes a GraphQL enum of an enumeration: its values in upper case, with underscores for dots, colons and hyphens, and with their descriptions. */
export function enumType<Value extends string>(
  name: string,
  { description, values }: { description: string; values: Enumeration<Value> },
) {
  const entries = Object.entries<string>(values).map(([value, meaning]) => [
    value.toUpperCase().replace(/[.:-]/g, '_'),
    { value, description: meaning },
  ])
  return builder.enumType(name, { description, values: Object.fromEntries(entries) as EnumValues<Value> })
}

/**
 * Options that the fields of a GraphQL type take from a definition: description, nullability, and whether they are immutable
 * or expensive. `fieldsOf(definition)('name')` returns the options of one field.
 */
export function fieldsOf<Definition extends z.ZodObject>(definition: Definition) {
  return <Name extends keyof Definition['shape'] & string>(name: Name) => {
    const field: z.core.$ZodType = definition.shape[name]
    const { immutable = false, expensive } = factsOf(definition, name)
    return {
      description: descriptionOf(field) ?? '',
      nullable: field._zod.def.type === 'nullable' || field._zod.def.type === 'optional',
      extensions: { immutable, expensive },
    } as {
      description: string
      nullable: null extends z.output<Definition['shape'][Name]> ? true : false
      extensions: FieldExtensions
    }
  }
}
