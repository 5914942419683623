import { projectDefinition } from '../../../src/core/projects/definition.ts'
import type { Operation } from '../operation.ts'
import { ABSENT, mutation, PAGED, query, rest, tool, unsubscribe } from './entry-parts.ts'

/** Operations on projects. */
export const PROJECT_OPERATIONS: readonly Operation[] = [
  {
    name: 'read the project of the key',
    as: 'project key',
    rest: rest('GET /v1/project', 'readOwnProject'),
    graphql: query(['readOwnProject'], ['viewer', 'project']),
    mcp: tool('get_project', ['readOwnProject'], {
      more: {
        ...PAGED,
        ...Object.fromEntries(
          Object.keys(
            projectDefinition.omit({ id: true, name: true, url: true, competitors: true }).shape,
          ).map((name) => [
            name,
            'models get all fields of the project; the REST specification has only four',
          ]),
        ),
      },
    }),
    cli: ABSENT.fromCli,
    wrongScope: { as: 'organization key', code: 'PROJECT_SCOPED_KEY_REQUIRED' },
    otherTenant: "it reads the key's project",
    badInput: 'it takes no input',
  },
  {
    name: 'create a project',
    scope: 'admin',
    as: 'admin key',
    input: ({ organizationId }) => ({
      organizationId,
      name: 'Acme',
      url: 'https://acme.example',
    }),
    rest: rest('POST /v1/orgs/{orgId}/projects', 'createProject', { names: { organizationId: 'orgId' } }),
    graphql: mutation('createProject', 'createProject', ['project'], { without: ['organizationId'] }),
    mcp: ABSENT.fromMcp,
    cli: {
      verbs: ['createProject'],
      command: 'project create',
      names: { organizationId: '--org', name: '--name', url: '--url' },
      more: {
        organizationId: 'operators see all organizations',
        ...Object.fromEntries(
          ['description', 'aliases', 'domains', 'defaultProviders', 'replicates', 'failure', 'version'].map(
            (name) => [name, 'the REST specification does not have it'],
          ),
        ),
      },
    },
    wrongScope: { as: 'organization key', code: 'FORBIDDEN' },
    otherTenant: ({ organizationId }) => ({ organizationId }),
    badInput: [
      { name: 'no name', input: () => ({ name: '' }), code: 'BAD_REQUEST', fields: ['name'] },
      {
        name: 'a URL with another scheme',
        input: () => ({ url: 'ftp://acme.example' }),
        code: 'BAD_REQUEST',
        fields: ['url'],
      },
      {
        name: 'two invalid fields',
        input: () => ({ name: ' ', url: 'acme' }),
        code: 'BAD_REQUEST',
        fields: ['name', 'url'],
      },
    ],
    overLimit: [
      {
        name: 'more projects than the plan allows',
        code: 'FORBIDDEN',
        arrange: unsubscribe,
      },
    ],
  },
  {
    name: 'change a project',
    scope: 'admin',
    as: 'admin key',
    input: ({ projectId }) => ({ projectId, displayName: 'Board', analysisBrandName: 'Fern' }),
    rest: rest('PATCH /v1/projects/{projectId}', 'updateProject'),
    graphql: mutation('updateProject', 'updateProject', ['project']),
    mcp: ABSENT.fromMcp,
    cli: ABSENT.fromCli,
    wrongScope: { as: 'organization key', code: 'FORBIDDEN' },
    otherTenant: ({ projectId }) => ({ projectId }),
    badInput: [
      {
        name: 'an empty label',
        input: () => ({ displayName: '' }),
        code: 'BAD_REQUEST',
        fields: ['displayName'],
      },
      {
        name: 'a label and a brand that are too long',
        input: () => ({ displayName: 'x'.repeat(1_000), analysisBrandName: 'x'.repeat(1_000) }),
        code: 'BAD_REQUEST',
        fields: ['analysisBrandName', 'displayName'],
      },
      {
        name: 'a number for a label',
        input: () => ({ displayName: 5 }),
        code: 'BAD_REQUEST',
        fields: ['displayName'],
      },
      { name: 'an unknown field', input: () => ({ colour: 'red' }), code: 'BAD_REQUEST', fields: ['colour'] },
    ],
  },
  {
    name: 'delete a project',
    scope: 'admin',
    as: 'admin key',
    input: ({ projectId }) => ({ projectId }),
    rest: rest('DELETE /v1/projects/{projectId}', 'deleteProject'),
    graphql: mutation('deleteProject', 'deleteProject', [], { places: { id: 'deletedProjectId' } }),
    mcp: ABSENT.fromMcp,
    cli: ABSENT.fromCli,
    wrongScope: { as: 'project key', code: 'FORBIDDEN' },
    otherTenant: ({ projectId }) => ({ projectId }),
    badInput: 'its input is an id',
  },
]
