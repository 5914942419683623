import { z } from 'zod'
import { entityMetricsDefinition, scopeMetricsDefinition } from '../../src/metrics/definitions.ts'

/** GraphQL names of fields that differ from REST, because one name has one type in the schema. */
const NAMES: Record<string, string> = { prompts: 'promptCount', sentiment: 'sentimentScore' }

/** All metrics of one entity, as a GraphQL selection. */
export const ENTITY_METRICS = selectionOf(entityMetricsDefinition)

/** All metrics of a set of answers that do not belong to one entity, as a GraphQL selection. */
export const SCOPE_METRICS = selectionOf(scopeMetricsDefinition)

/** Returns a GraphQL selection of all fields of a definition. */
function selectionOf(definition: z.ZodObject): string {
  const fields = Object.entries(definition.shape).map(([name, field]) => {
    let type = field
    while (type instanceof z.ZodNullable || type instanceof z.ZodArray) type = type.unwrap()
    return type instanceof z.ZodObject ? `${name} { ${selectionOf(type)} }` : (NAMES[name] ?? name)
  })
  return fields.join(' ')
}

const ENUMS = ['method', 'owner', 'shareOfVoicePrompts']

/** Returns REST metrics with the field names of GraphQL, and with enum values in upper case. */
export function withGraphqlNames(metrics: object): object {
  return JSON.parse(JSON.stringify(metrics), (key, value) => {
    if (ENUMS.includes(key)) return value.toUpperCase()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [NAMES[name] ?? name, field]))
  })
}
