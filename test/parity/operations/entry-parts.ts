import type { GraphqlForm, McpForm, Refusal, RestForm } from '../operation.ts'
import type { Tenant } from '../tenant.ts'

/** Why several operations are missing on a surface. */
export const ABSENT = {
  fromCli: {
    absent:
      'the command line is for operators; the contents of a project are changed with its key or by its members',
  },
  fromMcp: { absent: 'tools read and measure; settings are changed by people and programs of their own' },
  fromRest: { absent: 'the specification of REST has no such endpoint' },
  fromKeys: { absent: 'people and keys are managed by signed-in members and operators, never with a key' },
  fromGraph: { absent: 'an operator is not in an organization, and GraphQL is for those who are' },
} as const

/** The absences of what only GraphQL has. */
export const GRAPH_ONLY = {
  rest: {
    absent:
      'the specification of REST has no such endpoint; the dashboard and other clients of the graph read it there',
  },
  mcp: { absent: 'it is a part of the graph that no tool shows' },
  cli: { absent: 'the command line is for operators, who are in no organization' },
} as const

/** What answers of tools have beside their content. */
export const PAGED = { nextCursor: 'answers of tools come in pages of limited size' } as const
export const REPLAYED = { replayed: 'REST says it in a header' } as const

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

/** What operations on the contents of a project have in common. */
export const WITHIN_PROJECT = {
  as: 'project key',
  mcp: ABSENT.fromMcp,
  cli: ABSENT.fromCli,
  wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
} as const

/** A wrong input, with the fields that are to be named. */
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

/** Results in lists of tools are shorter: a whole one is an answer of its own. */
export const IN_LISTS = {
  competitors: 'those that the answer names; of an analysis, the entities without the brand',
  answerLength: 'for models, which decide by it whether to read the answer',
}

/** What operations on keys and people have in common. */
export const MANAGED = {
  as: 'admin',
  rest: ABSENT.fromRest,
  mcp: ABSENT.fromKeys,
  wrongScope: { as: 'admin key', code: 'FORBIDDEN' },
} as const

/** GraphQL takes the organization of the member, the operator names it. */
export const OWN = { without: ['organizationId'] }
export const OWN_ORGANIZATION = 'a member acts in the organization of the session'
