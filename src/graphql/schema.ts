import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'
import './types/roots.ts'
import './types/scalars.ts'
import './types/connection.ts'
import './types/viewer.ts'
import './types/node.ts'
import './types/project.ts'
import './types/provider.ts'
import './types/async-analysis-operations.ts'

/** The graph. */
export const schema: GraphQLSchema = builder.toSchema()
