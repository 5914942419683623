import type { z } from 'zod'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { findDescription, getMetadata } from '../../definitions/fields/field-metadata.ts'
import { builder } from './builder.ts'
import type { FieldExtensions } from './field-extensions.ts'

/** Converts a value to a GraphQL name: dots, colons and hyphens become underscores. */
type EnumName<Value extends string> = Value extends `${infer Head}${'.' | ':' | '-'}${infer Tail}`
  ? `${EnumName<Head>}_${EnumName<Tail>}`
  : Uppercase<Value>
type EnumValues<Value extends string> = {
  [Key in Value as EnumName<Key>]: { value: Key; description: string }
}

/** The GraphQL enums by the enumerations that they were created from. */
export const ENUM_TYPES = new Map<
  unknown,
  PothosSchemaTypes.EnumRef<typeof builder.$inferSchemaTypes, unknown>
>()

/**
 * Creates a GraphQL enum from an enumeration, with its descriptions. The names are in upper case, with underscores
 * for dots, colons and hyphens.
 */
export function enumType<Value extends string>(
  name: string,
  { description, values }: { description: string; values: Enumeration<Value> },
) {
  const entries = Object.entries<string>(values).map(([value, meaning]) => [
    value.toUpperCase().replace(/[.:-]/g, '_'),
    { value, description: meaning },
  ])
  const type = builder.enumType(name, {
    description,
    values: Object.fromEntries(entries) as EnumValues<Value>,
  })
  ENUM_TYPES.set(values, type)
  return type
}

/**
 * Returns the options that fields of a GraphQL type inherit from a schema: description, nullability, and whether they
 * are immutable or expensive. `fieldsOf(definition)('name')` returns the options of one field.
 */
export function fieldsOf<Definition extends z.ZodObject>(definition: Definition) {
  return <Name extends keyof Definition['shape'] & string>(name: Name) => {
    const field: z.core.$ZodType = definition.shape[name]
    const { immutable = false, expensive } = getMetadata(definition, name)
    return {
      description: findDescription(field) ?? '',
      nullable: field._zod.def.type === 'nullable' || field._zod.def.type === 'optional',
      extensions: { immutable, expensive },
    } as {
      description: string
      nullable: null extends z.output<Definition['shape'][Name]> ? true : false
      extensions: FieldExtensions
    }
  }
}
