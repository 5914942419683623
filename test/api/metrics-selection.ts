import { z } from 'zod'
import { entityMetricsDefinition, scopeMetricsDefinition } from '../../src/metrics/definitions.ts'

/** All metrics of one entity, as a GraphQL selection. */
export const ENTITY_METRICS = selectionOf(entityMetricsDefinition)

/** All metrics of a set of answers that do not belong to one entity, as a GraphQL selection. */
export const SCOPE_METRICS = selectionOf(scopeMetricsDefinition)

/** Returns a GraphQL selection of all fields of a definition. */
function selectionOf(definition: z.ZodObject): string {
  const fields = Object.entries(definition.shape).map(([name, field]) => {
    let type = field
    while (type instanceof z.ZodNullable || type instanceof z.ZodArray) type = type.unwrap()
    return type instanceof z.ZodObject ? `${name} { ${selectionOf(type)} }` : name
  })
  return fields.join(' ')
}

const ENUMS = ['method', 'owner', 'shareOfVoicePrompts']

/** Returns REST metrics with enum values in upper case, as in GraphQL. */
export function withGraphqlEnums<T>(metrics: T): T {
  return JSON.parse(JSON.stringify(metrics), (key, value) =>
    ENUMS.includes(key) ? value.toUpperCase() : value,
  )
}
