import type { FieldMap, OutputType } from '@pothos/core'
import { z } from 'zod'
import { isWrapper } from '../../definitions/fields/field-metadata.ts'
import { builder } from './builder.ts'
import { ENUM_TYPES, fieldsOf } from './define.ts'

type Types = typeof builder.$inferSchemaTypes

/** The object types by the definitions that they were created from. */
const OBJECT_TYPES = new Map<z.core.$ZodType, PothosSchemaTypes.ObjectRef<Types, unknown>>()

type FieldName<Definition extends z.ZodObject> = keyof Definition['shape'] & string

interface DerivedFields<Definition extends z.ZodObject> {
  /** Fields that the GraphQL type leaves out or defines itself. */
  omit?: readonly FieldName<Definition>[]
  /** GraphQL names of fields whose names have another type elsewhere in the schema. */
  rename?: Partial<Record<FieldName<Definition>, string>>
}

/** Renames the number of prompts of a sample, because `prompts` is a list elsewhere. */
export const PROMPT_COUNT = { prompts: 'promptCount' } as const

/**
 * Creates the GraphQL type of a definition, with all its fields except `omit`, and with additional `fields`. Fields of
 * other definitions that contain this definition get this type.
 */
export function objectType<Definition extends z.ZodObject>(
  name: string,
  definition: Definition,
  description: string,
  {
    omit = [],
    rename = {},
    fields = () => ({}),
  }: DerivedFields<Definition> & {
    fields?: (t: PothosSchemaTypes.ObjectFieldBuilder<Types, z.output<Definition>>) => FieldMap
  } = {},
) {
  const ref = builder.objectRef<z.output<Definition>>(name)
  OBJECT_TYPES.set(definition, ref)
  return ref.implement({
    description,
    fields: (t) => ({ ...exposeFields(t, definition, { omit, rename }), ...fields(t) }),
  })
}

/**
 * Returns the fields of a definition as GraphQL fields of the same names (unless renamed), types and descriptions.
 * @throws {Error} if an object or enumeration in the definition has no GraphQL type yet
 */
export function exposeFields<Definition extends z.ZodObject, Shape extends z.output<Definition>>(
  t: PothosSchemaTypes.FieldBuilder<Types, Shape>,
  definition: Definition,
  { omit = [], rename = {} }: DerivedFields<Definition> = {},
): FieldMap {
  const omitted = new Set<string>(omit)
  const names = new Map<string, string | undefined>(Object.entries(rename))
  const of = fieldsOf(definition)
  const fields = Object.entries<z.core.$ZodType>(definition.shape).filter(([name]) => !omitted.has(name))
  return Object.fromEntries(
    fields.map(([name, schema]) => {
      const { type, isList } = typeOf(schema, name)
      const { extensions, ...options } = of(name)
      return [
        names.get(name) ?? name,
        t.field({
          ...options,
          type: isList ? [type] : type,
          // Pothos then leaves out the resolver, so graphql-jit reads the property without calling a function.
          extensions: { ...extensions, pothosExposedField: name },
          // The value matches the type, because both follow from the schema.
          resolve: (record: Readonly<Record<string, unknown>>) => record[name] as never,
        }),
      ]
    }),
  )
}

function typeOf(schema: z.core.$ZodType, name: string): { type: OutputType<Types>; isList: boolean } {
  if (isWrapper(schema)) return typeOf(schema.unwrap(), name)
  if (schema instanceof z.ZodArray) return { ...typeOf(schema.element, name), isList: true }
  const type = itemTypeOf(schema)
  if (!type) throw new Error(`the field ${name} has no GraphQL type`)
  return { type, isList: false }
}

function itemTypeOf(schema: z.core.$ZodType): OutputType<Types> | undefined {
  if (schema instanceof z.ZodBoolean) return 'Boolean'
  if (schema instanceof z.ZodNumberFormat) return 'Int'
  if (schema instanceof z.ZodNumber) return 'Float'
  if (schema instanceof z.ZodDate) return 'DateTime'
  if (schema instanceof z.ZodEnum) return ENUM_TYPES.get(z.globalRegistry.get(schema)?.['x-enumDescriptions'])
  if (schema instanceof z.ZodObject) return objectTypeOf(schema)
  if (schema instanceof z.ZodUUID) return 'ID'
  return schema instanceof z.ZodString ? 'String' : undefined
}

/** Returns the type of a definition, or of the definition that it is a described copy of. */
function objectTypeOf(schema: z.core.$ZodType): OutputType<Types> | undefined {
  const { parent } = schema._zod
  return OBJECT_TYPES.get(schema) ?? (parent && objectTypeOf(parent))
}
