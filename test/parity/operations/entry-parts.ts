import type { GraphqlForm, McpForm, Refusal, RestForm } from '../operation.ts'
import type { Tenant } from '../tenant.ts'

/** Reasons, each used by several operations, for their absence on a surface. */
export const ABSENT = {
  fromCli: {
    absent:
      'the command line is for operators; project data is read and changed with a project key or by members',
  },
  fromMcp: { absent: 'tools read and measure; settings are changed by people or by their own programs' },
  fromRest: { absent: 'the REST specification has no such endpoint' },
  fromKeys: { absent: 'only signed-in members and operators manage people and keys' },
  fromGraph: { absent: 'GraphQL is for members of an organization, and the operator is not a member' },
} as const

/** Reasons for operations that only GraphQL has. */
export const GRAPH_ONLY = {
  rest: {
    absent: 'the REST specification has no such endpoint; the dashboard and other clients use GraphQL',
  },
  mcp: { absent: 'no tool exposes this part of the graph' },
  cli: { absent: 'the command line is for operators, who are not members of an organization' },
} as const

/** Fields of tool responses in addition to the result. */
export const PAGED = { nextCursor: 'tool responses are split into pages of limited size' } as const
export const REPLAYED = { replayed: 'REST returns it in a header' } as const

export const rest = (request: RestForm['request'], verb: string, more: Partial<RestForm> = {}): RestForm => ({
  verbs: [verb],
  request,
  ...more,
})

/** A mutation; `path` leads from its payload to the result. */
export const mutation = (
  field: string,
  verb: string,
  path: readonly string[],
  more: Partial<GraphqlForm> = {},
): GraphqlForm => ({ kind: 'mutation', verbs: [verb], path: [field, ...path], ...more })

export const query = (
  verbs: readonly string[],
  path: GraphqlForm['path'],
  more: Partial<GraphqlForm> = {},
): GraphqlForm => ({ kind: 'query', verbs, path, ...more })

export const tool = (name: string, verbs: readonly string[], more: Partial<McpForm> = {}): McpForm => ({
  verbs,
  method: 'tools/call',
  parameters: (input) => ({ name, arguments: input }),
  ...more,
})

/** Names of arguments that are fields of `filter` in GraphQL. */
export const inFilter = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `filter.${name}`]))

/** Common parts of operations on project data. */
export const WITHIN_PROJECT = {
  as: 'project key',
  mcp: ABSENT.fromMcp,
  cli: ABSENT.fromCli,
  wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
} as const

/** Returns an invalid input and the fields that the error must name. */
export const wrong = (
  name: string,
  input: object,
  fields: string[],
  code: Refusal['code'] = 'BAD_REQUEST',
) => ({
  name,
  input: () => ({ ...input }),
  code,
  fields,
})

/** Moves an organization to the plan without a subscription. */
export async function unsubscribe({ world, objects: { organizationId } }: Tenant): Promise<void> {
  await world.operator.db.prisma.organization.update({
    where: { id: organizationId },
    data: { plan: 'free' },
  })
}

/** Differences of results in a tool's list. They are shorter there; `get_answer` returns a whole result. */
export const IN_LISTS = {
  competitors: 'only mentioned competitors; for an analysis, the entities except the brand',
  answerLength: 'helps models decide whether to read the answer',
}

/** Common parts of operations on keys and people. */
export const MANAGED = {
  as: 'admin',
  rest: ABSENT.fromRest,
  mcp: ABSENT.fromKeys,
  wrongScope: { as: 'admin key', code: 'FORBIDDEN' },
} as const

/** For GraphQL, which uses the member's organization. Operators pass the organization as input. */
export const OWN = { without: ['organizationId'] }
export const OWN_ORGANIZATION = "the organization is the member's own, from the session"
