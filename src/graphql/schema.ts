import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'
import { describeCosts } from './cost.ts'
import { LIMITS } from './limits.ts'
import './types/roots.ts'
import './types/scalars.ts'
import './types/connection.ts'
import './types/viewer.ts'
import './types/node.ts'
import './types/project.ts'
import './types/project-activity.ts'
import './types/project-list.ts'
import './types/competitor.ts'
import './types/schedule.ts'
import './types/setup-proposal.ts'
import './types/project-mutations.ts'
import './types/settings-mutations.ts'
import './types/setup-mutations.ts'
import './types/prompt-lists.ts'
import './types/prompt-mutations.ts'
import './types/prompt-batch-mutation.ts'
import './types/prompt-tag-mutations.ts'
import './types/provider.ts'
import './types/run-operations.ts'
import './types/run-results.ts'
import './types/run-metrics.ts'
import './types/project-runs.ts'
import './types/trend.ts'
import './types/source.ts'
import './types/prompt-results.ts'
import './types/async-analysis-operations.ts'
import './types/async-analysis-list.ts'
import './types/cancel-async-analysis.ts'
import './types/cancel-run.ts'
import './types/reextraction.ts'
import './types/reextraction-operations.ts'
import './types/project-reextraction-operations.ts'
import './types/api-key-mutations.ts'
import './types/credit-entry.ts'
import './types/member.ts'
import './types/search-volume.ts'
import './types/webhook-delivery.ts'
import './types/webhook-operations.ts'

/** What holds for the whole graph. */
const ABOUT = `How AI search surfaces speak of brands.

Identity: every node has a global \`id\`, for \`node\` and for caches, and a \`databaseId\`, its id in REST. Arguments that name
something take either.

Lists that can grow are connections (Relay): \`first\`/\`after\` or \`last\`/\`before\`, 50 items when nothing is said and at most 200;
\`totalCount\` is counted only when asked for.

Errors carry \`extensions {code, fieldErrors?, retryAfter?}\` with the codes of REST.

Limits of an operation: ${LIMITS.depth} levels, ${LIMITS.tokens} tokens, ${LIMITS.aliases} aliases, ${LIMITS.rootFields} root fields, cost ${LIMITS.cost}. Each field says what it costs;
leaves cost nothing. One operation is one request of the key's rate, over every transport.

Deprecation: a field, argument or value that is to go is first marked \`@deprecated\` with what replaces it, and stays for at least
six months and one minor release. Nothing else is taken away; fields, types and enum values may be added at any time.`

/** The graph. */
export const schema: GraphQLSchema = builder.toSchema()
describeCosts(schema)
schema.description = ABOUT
