import { newId } from '../../../src/core/ids.ts'
import { discoveredKey } from '../../../src/core/observations/discovered-key.ts'
import type { Operation } from '../operation.ts'
import type { Tenant } from '../tenant.ts'
import { mutation, query, rest, tool, WITHIN_PROJECT, wrong } from './entry-parts.ts'

/** Adds a run whose answers name Listwell. */
async function nameListwell({ world, objects: { organizationId, projectId } }: Tenant): Promise<void> {
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

/** One tool tracks brands and dismisses them: the list of tools has to leave room in the context of a model. */
const ONE_TOOL = {
  competitor: 'null where a brand is dismissed',
  reextraction: 'null where a brand is dismissed',
  dismissed: 'false where a brand is tracked',
}

/** Operations on the brands that answers name and nobody tracks. */
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
    otherTenant: 'the runs are those of the project of the key',
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
    input: () => ({ name: 'LISTWELL', url: 'https://listwell.example' }),
    arrange: nameListwell,
    rest: rest('POST /v1/analysis/discovered-brands/track', 'trackDiscoveredBrand'),
    graphql: mutation('trackDiscoveredBrand', 'trackDiscoveredBrand', [], {
      places: { reextraction: 'projectReextraction' },
    }),
    mcp: tool('track_discovered_brand', ['trackDiscoveredBrand'], { more: ONE_TOOL }),
    otherTenant: 'the brands are those of the project of the key',
    badInput: [
      wrong('an empty name', { name: ' ' }, ['name']),
      wrong('an address of another scheme', { url: 'ftp://listwell.example' }, ['url']),
      wrong('the own brand', { name: 'Task-Fern' }, ['name']),
      { name: 'a name that no answer lists', input: () => ({ name: 'Unheard' }), code: 'NOT_FOUND' },
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'dismiss a discovered brand',
    input: () => ({ name: 'LISTWELL', dismissed: true }),
    arrange: nameListwell,
    rest: rest('POST /v1/analysis/discovered-brands/dismiss', 'dismissDiscoveredBrand'),
    graphql: mutation('dismissDiscoveredBrand', 'dismissDiscoveredBrand', []),
    mcp: tool('track_discovered_brand', ['dismissDiscoveredBrand'], {
      more: { ...ONE_TOOL, name: 'the client has just sent it' },
    }),
    otherTenant: 'the brands are those of the project of the key',
    badInput: [
      wrong('an empty name', { name: ' ' }, ['name']),
      wrong('a word for a truth value', { dismissed: 'yes' }, ['dismissed']),
      { name: 'a name that no answer has', input: () => ({ name: 'Unheard' }), code: 'NOT_FOUND' },
    ],
  },
]
