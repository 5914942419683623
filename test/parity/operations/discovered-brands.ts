import { newId } from '../../../src/core/foundation/ids.ts'
import { discoveredKey } from '../../../src/core/observations/discovered-key.ts'
import type { Operation } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { mutation, query, rest, tool, WITHIN_PROJECT, wrong } from './entry-parts.ts'

/** Adds a run with an answer that mentions Listwell. */
async function addListwell({ world, objects: { organizationId, projectId } }: Tenant): Promise<void> {
  const { prisma } = world.operator.db
  const name = 'Listwell'
  await prisma.batch.create({
    data: {
      id: newId(),
      kind: 'run',
      organizationId,
      projectId,
      trigger: 'schedule',
      status: 'completed',
      brandName: 'Taskfern',
      snapshot: { brand: { name: 'Taskfern' }, competitors: [] },
      total: 0,
      discoveredBrands: {
        create: {
          key: discoveredKey(name),
          answers: 1,
          recommended: 0,
          mentions: 1,
          spellings: [[name, 1]],
          prompts: [[0, 1]],
          resultId: projectId,
          evidence: { start: 0, end: name.length, text: name },
        },
      },
    },
  })
}

/** Reasons for fields of the one tool that both tracks and dismisses brands. It is one tool to save context tokens. */
const ONE_TOOL = {
  competitor: 'null if the brand is dismissed',
  reextraction: 'null if the brand is dismissed',
  dismissed: 'false if the brand is tracked',
}

/** Operations on brands that answers mention but the project does not track. */
export const DISCOVERED_BRAND_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'list the discovered brands of the project',
    input: () => ({ runs: 2, state: 'mentioned' }),
    rest: rest('GET /v1/analysis/discovered-brands', 'readDiscoveredBrands'),
    graphql: query(
      ['listProjectDiscoveredBrands', 'countProjectDiscoveredBrands', 'countProjectSearchedAnswers'],
      ['viewer', 'project', 'discoveredBrands(runs: $runs, state: $state)'],
    ),
    mcp: tool(
      'list_discovered_brands',
      ['readLatestRuns', 'listProjectDiscoveredBrands', 'countProjectSearchedAnswers'],
      {
        field: 'brands',
      },
    ),
    otherTenant: "the runs belong to the key's project",
    badInput: [
      wrong('more than twelve runs', { runs: 13 }, ['runs']),
      wrong('an unknown state', { state: 'ignored' }, ['state']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the discovered brands of a run',
    input: ({ runId = '' }) => ({ runId }),
    rest: rest('GET /v1/analysis/runs/{runId}/discovered-brands', 'readRunDiscoveredBrands'),
    graphql: query(
      ['listRunDiscoveredBrands', 'countRunDiscoveredBrands', 'countRunSearchedAnswers'],
      ['run(id: $id)', 'discoveredBrands'],
      { names: { runId: 'id' } },
    ),
    mcp: tool('list_discovered_brands', ['readRun', 'listRunDiscoveredBrands', 'countRunSearchedAnswers'], {
      field: 'brands',
    }),
    otherTenant: ({ runId = '' }) => ({ runId }),
    badInput: 'its input is an id',
  },
  {
    ...WITHIN_PROJECT,
    name: 'track a discovered brand',
    scope: 'write',
    input: () => ({ name: 'LISTWELL', url: 'https://listwell.example' }),
    arrange: addListwell,
    rest: rest('POST /v1/analysis/discovered-brands/track', 'trackDiscoveredBrand'),
    graphql: mutation('trackDiscoveredBrand', 'trackDiscoveredBrand', [], {
      places: { reextraction: 'projectReextraction' },
    }),
    mcp: tool('track_discovered_brand', ['trackDiscoveredBrand'], { more: ONE_TOOL }),
    otherTenant: "the brands belong to the key's project",
    badInput: [
      wrong('an empty name', { name: ' ' }, ['name']),
      wrong('a URL with another scheme', { url: 'ftp://listwell.example' }, ['url']),
      wrong("the project's brand", { name: 'Task-Fern' }, ['name']),
      { name: 'a brand that no answer mentions', input: () => ({ name: 'Unheard' }), code: 'NOT_FOUND' },
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'dismiss a discovered brand',
    scope: 'write',
    input: () => ({ name: 'LISTWELL', dismissed: true }),
    arrange: addListwell,
    rest: rest('POST /v1/analysis/discovered-brands/dismiss', 'dismissDiscoveredBrand'),
    graphql: mutation('dismissDiscoveredBrand', 'dismissDiscoveredBrand', []),
    mcp: tool('track_discovered_brand', ['dismissDiscoveredBrand'], {
      more: { ...ONE_TOOL, name: 'the client already knows it' },
    }),
    otherTenant: "the brands belong to the key's project",
    badInput: [
      wrong('an empty name', { name: ' ' }, ['name']),
      wrong('a word for a boolean', { dismissed: 'yes' }, ['dismissed']),
      { name: 'a brand that no answer mentions', input: () => ({ name: 'Unheard' }), code: 'NOT_FOUND' },
    ],
  },
]
