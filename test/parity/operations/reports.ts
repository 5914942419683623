import { z } from 'zod'
import type { McpForm, Operation } from '../operation.ts'
import { GRAPH_ONLY } from './entry-parts.ts'

const MCP_ONLY = {
  rest: { absent: 'reports are texts for people, put together for language models' },
  graphql: { absent: 'reports are texts for people, put together for language models' },
  cli: GRAPH_ONLY.cli,
  badInput: 'its input is an id',
  result: z.unknown(),
} as const

const resource = (verb: string, address: (id: string) => string, name: string): McpForm => ({
  verbs: [verb],
  method: 'resources/read',
  parameters: (input) => ({ uri: address(String(input[name])) }),
})

const suggestion = (verbs: readonly string[], uri: string, name: string): McpForm => ({
  verbs,
  method: 'completion/complete',
  parameters: () => ({ ref: { type: 'ref/resource', uri }, argument: { name, value: '' } }),
})

/** Operations on the reports that MCP has as resources. */
export const REPORT_OPERATIONS: readonly Operation[] = [
  {
    ...MCP_ONLY,
    name: 'read the report of a run',
    as: 'project key',
    input: ({ runId = '' }) => ({ runId }),
    mcp: resource('readRunReport', (id) => `answergraph://runs/${id}/report`, 'runId'),
    // A caller is shown only the resources that it may read.
    wrongScope: { as: 'organization key', code: 'NOT_FOUND' },
    otherTenant: ({ runId = '' }) => ({ runId }),
  },
  {
    ...MCP_ONLY,
    name: 'read the report of an async analysis',
    as: 'organization key',
    input: ({ analysisId = '' }) => ({ analysisId }),
    mcp: resource('readAnalysisReport', (id) => `answergraph://analyses/${id}/report`, 'analysisId'),
    wrongScope: { as: 'project key', code: 'NOT_FOUND' },
    otherTenant: ({ analysisId = '' }) => ({ analysisId }),
  },
  {
    ...MCP_ONLY,
    name: 'list the reports of runs',
    as: 'project key',
    mcp: { verbs: ['listRuns'], method: 'resources/list', parameters: () => ({}) },
    wrongScope: 'a caller is shown only the resources that it may read',
    otherTenant: 'the runs are those of the project of the key',
  },
  {
    ...MCP_ONLY,
    name: 'suggest async analyses',
    as: 'organization key',
    mcp: suggestion(['listAsyncAnalyses'], 'answergraph://analyses/{analysisId}/report', 'analysisId'),
    wrongScope: 'a caller is suggested only what it may read',
    otherTenant: 'the analyses are those that the key may read',
  },
]
