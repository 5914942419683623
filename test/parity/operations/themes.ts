import type { Operation } from '../operation.ts'
import { query, rest, tool, WITHIN_PROJECT, wrong } from './entry-parts.ts'

const UNKNOWN_PROVIDER = wrong(
  'an unknown provider',
  { provider: 'unknown' },
  ['provider'],
  'INVALID_PROVIDER',
)

/** Operations on what answers praise and criticize. */
export const THEME_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'list the themes of the latest run of the project',
    input: () => ({ provider: 'chatgpt' }),
    rest: rest('GET /v1/analysis/themes', 'readThemes'),
    graphql: query(['listProjectThemes'], ['viewer', 'project', 'runThemes(provider: $provider)', 'brands']),
    mcp: tool('list_themes', ['readThemes'], { field: 'brands' }),
    otherTenant: "the run belongs to the key's project",
    badInput: [UNKNOWN_PROVIDER],
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the themes of a run',
    input: ({ runId = '' }) => ({ runId }),
    rest: rest('GET /v1/analysis/runs/{runId}/themes', 'readThemes'),
    graphql: query(['listRunThemes'], ['run(id: $id)', 'runThemes', 'brands'], { names: { runId: 'id' } }),
    mcp: tool('list_themes', ['readThemes'], { field: 'brands' }),
    otherTenant: ({ runId = '' }) => ({ runId }),
    badInput: 'its input is an id',
  },
]
