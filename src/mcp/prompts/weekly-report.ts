import { CLAIMS } from './claims.ts'
import type { ReportPrompt } from './prompt.ts'

/** Prompt for a weekly summary that readers can understand without seeing the metrics. */
export const weeklyReport: ReportPrompt = {
  name: 'weekly_report',
  title: 'Weekly report',
  description: 'Write a one-minute summary of a run.',
  instructions: ({
    runId,
    language,
  }) => `Write a summary of the run ${runId} in ${language}, based on the report above.

Call these tools in this order:
1. \`get_trends\` with limit 8, to see the earlier runs. Skip it if the report above says that there is no earlier run.
2. \`find_answers\` with this runId, to see the answers behind a metric, with quotations. Skip it unless the report above leaves a point unclear.

${CLAIMS}

Write at most one page:
1. One sentence: how often answers name the brand, and whether that has changed.
2. A table: mention rate, share of voice, recommendation rate and sentiment, in this run and in the previous run.
3. How the brand compares with its competitors, and which of them answers name instead of it.
4. What answers say for and against the brand, with at most three quotations, each with its provider and prompt.
5. Which sources the answers cite.
6. At most three suggestions, each with the metric or quotation that supports it.
7. Which questions this run cannot answer.`,
}
