import { initGraphQLTada } from 'gql.tada'
import type { introspection } from '../generated/graphql-env.d.ts'

/** Types a GraphQL document using schema.graphql: `graphql(text, [Fragment])`. */
export const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { ID: string; DateTime: string; URL: string; CountryCode: string; Location: string }
}>()

export type { ResultOf, VariablesOf } from 'gql.tada'
