import { z } from 'zod'
import { type Enumeration, inWords, valuesOf } from './enumeration.ts'

/** Returns a schema that accepts the values of an enumeration. OpenAPI shows their descriptions as `x-enumDescriptions`. */
export function enumSchema<Value extends string>(
  enumeration: Enumeration<Value>,
  description: string,
): z.ZodEnum<{ [Key in Value]: Key }> {
  const values = valuesOf(enumeration)
  return z.enum(values, `must be ${inWords(values)}`).meta({ description, 'x-enumDescriptions': enumeration })
}
