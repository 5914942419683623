import { type GraphQLSchema, specifiedDirectives } from 'graphql'
import { declareListSizes, listSizeDirective } from '../documents/cost.ts'
import { LIMITS } from '../documents/limits.ts'
import { builder } from '../foundation/builder.ts'
import { COMMON_ERRORS } from '../foundation/field-extensions.ts'
import '../types/error-code.ts'
import '../types/roots.ts'
import '../types/scalars.ts'
import '../types/viewer.ts'
import '../types/project.ts'
import '../types/project-activity.ts'
import '../types/competitor.ts'
import '../types/schedule.ts'
import '../types/setup.ts'
import '../types/alert.ts'
import '../types/alert-mutations.ts'
import '../types/alert-preferences.ts'
import '../types/project-mutations.ts'
import '../types/settings.ts'
import '../types/competitor-mutations.ts'
import '../types/tag-mutations.ts'
import '../types/prompt.ts'
import '../types/prompt-mutations.ts'
import '../types/prompt-batch.ts'
import '../types/audit-entry.ts'
import '../types/provider-credential.ts'
import '../types/provider.ts'
import '../types/run.ts'
import '../types/run-estimate.ts'
import '../types/result-lists.ts'
import '../types/run-metrics.ts'
import '../types/trend.ts'
import '../types/prompt-figures.ts'
import '../types/source-lists.ts'
import '../types/async-analysis-operations.ts'
import '../types/async-analysis.ts'
import '../types/reextraction.ts'
import '../types/project-reextraction.ts'
import '../types/fact.ts'
import '../types/correction.ts'
import '../types/branding.ts'
import '../types/project-webhook.ts'
import '../types/report-schedule.ts'
import '../types/share-link.ts'
import '../types/discovered-brand.ts'
import '../types/theme.ts'
import '../types/discovered-brand-mutations.ts'
import '../types/prompt-suggestion.ts'
import '../types/opportunity.ts'
import '../types/opportunity-mutations.ts'
import '../types/api-key.ts'
import '../types/credit-entry.ts'
import '../types/member.ts'
import '../types/member-mutations.ts'
import '../types/membership.ts'
import '../types/invitation.ts'
import '../types/session.ts'
import '../types/search-volume.ts'
import '../types/webhook.ts'
import '../types/installation.ts'
import { describeErrors } from './describe-errors.ts'

const ABOUT = `How AI search surfaces present brands.

Identity: every type that implements \`Node\` has a global \`id\`, for \`node\` and for caches, and a \`databaseId\`, which is its id in
REST if the object exists there. Arguments and input fields that refer to an object are named \`<noun>Id\` and accept both ids; only \`project\`,
\`run\`, \`result\` and \`asyncAnalysis\` call it \`id\`. \`node\` and \`nodes\` only accept global ids. They return null, without an error, for objects that
do not exist or that the caller may not see. All other fields report NOT_FOUND for these.

Lists and fields with arguments are nullable, so that an invalid argument only nulls its own field.

Lists that can grow are connections (Relay): \`first\`/\`after\` or \`last\`/\`before\`, 50 items by default and at most 200;
\`totalCount\` is counted only when selected.

Errors have \`extensions {code, fieldErrors?, retryAfter?}\`, where \`code\` is an \`ErrorCode\`. Every field can fail with ${COMMON_ERRORS.join(', ')}. The description of a mutation ends with its other codes.

Limits of an operation: ${LIMITS.depth} levels, ${LIMITS.tokens} tokens, ${LIMITS.aliases} aliases, ${LIMITS.rootFields} root fields, cost ${LIMITS.cost}. The cost is
the largest number of objects in the response: a list multiplies the cost of its selection by its size (\`@listSize\`), and leaves are free. A request with
\`"extensions": {"cost": true}\` returns its cost in \`extensions.cost\`. An operation counts as one request for the rate limit of the key, over every transport.

Deprecation: a field, argument or value is marked \`@deprecated\`, with its replacement, for at least six months and one minor release
before it is removed. Fields, types and enum values may be added at any time.`

/** GraphQL schema with `@listSize` on its lists. */
export const schema: GraphQLSchema = builder.toSchema({
  directives: [...specifiedDirectives, listSizeDirective],
})
declareListSizes(schema)
describeErrors(schema)
schema.description = ABOUT
