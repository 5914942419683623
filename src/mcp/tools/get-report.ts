import { z } from 'zod'
import { badFields } from '../../core/foundation/parse.ts'
import { readAnalysisReport, readRunReport } from '../../core/reports/read.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { excerptOf, MAX_RESPONSE_SIZE } from '../foundation/size.ts'
import { defineTool } from '../foundation/tool.ts'
import { analysisIdSchema, runIdSchema } from '../views/run.ts'
import { viewBy } from '../views/view.ts'

/** Space for the other fields, in UTF-16 units. */
const FRAME = 500

const reportView = viewBy(
  z.object({
    runId: z.uuid().nullable().describe('Null for an async analysis.'),
    analysisId: z.string().nullable().describe('The async analysis; null for a run.'),
    report: z
      .string()
      .describe('The report in Markdown. It quotes answers.')
      .register(fieldMetadata, { untrusted: true }),
  }),
)

export const getReport = defineTool({
  name: 'get_report',
  title: 'Get a report',
  description:
    'Returns a report in Markdown about a run or an async analysis: metrics with intervals, changes since the previous run, competitors, quotations and sources. The best start for a summary: it needs no other call. Defaults to the run that ended last.',
  permission: 'analysis:read',
  effect: 'read',
  input: z.strictObject({
    runId: runIdSchema.optional().describe('Defaults to the run that ended last. Needs a project key.'),
    analysisId: analysisIdSchema
      .optional()
      .describe('Used instead of a run; starts with aa_. Required with an organization key.'),
  }),
  output: reportView.definition,
  async run({ runId, analysisId }, { ctx }) {
    if (runId !== undefined && analysisId !== undefined)
      throw badFields({ analysisId: 'must not be combined with runId' })
    const { batch, markdown } =
      analysisId === undefined
        ? await readRunReport({ ctx, input: { runId: runId ?? 'latest' } })
        : await readAnalysisReport({ ctx, input: { analysisId } })
    return reportView.show({
      runId: batch.kind === 'run' ? batch.id : null,
      analysisId: batch.analysisId,
      report: excerptOf(markdown, MAX_RESPONSE_SIZE - FRAME),
    })
  },
})
