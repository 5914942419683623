import { z } from 'zod'
import {
  opportunityDefinition,
  opportunityEvidenceDefinition,
  opportunityOutcomeDefinition,
  opportunityQuoteDefinition,
} from '../../core/opportunities/foundation/definition.ts'
import { viewBy } from './view.ts'

const { evidence, outcome, quotes } = opportunityDefinition.shape

/** An opportunity for language models: without dates, and with quotes that have no offsets. */
export const opportunityView = viewBy(
  opportunityDefinition.omit({ createdAt: true, current: true }).extend({
    evidence: viewBy(opportunityEvidenceDefinition.omit({ pValue: true })).definition.describe(
      evidence.description ?? '',
    ),
    quotes: z
      .array(
        viewBy(opportunityQuoteDefinition.pick({ resultId: true, competitorName: true, text: true }))
          .definition,
      )
      .describe(quotes.description ?? ''),
    outcome: viewBy(opportunityOutcomeDefinition.omit({ pValue: true, baselineRunId: true, runIds: true }))
      .definition.nullable()
      .describe(outcome.description ?? ''),
  }),
)

/** The fields of an opportunity that users change. */
export const changedOpportunityView = viewBy(
  opportunityDefinition.pick({ id: true, subject: true, status: true, assigneeId: true, note: true }),
)
