import { CLAIMS } from './claims.ts'
import type { ReportPrompt } from './prompt.ts'

/** The report of the week, for people who did not see the figures. */
export const weeklyReport: ReportPrompt = {
  name: 'weekly_report',
  title: 'Weekly report',
  description: 'Write the report of a run, for people who have one minute for it.',
  instructions: ({
    runId,
    language,
  }) => `Write the report of the run ${runId} from the report above, in ${language}.

Call, in this order:
1. \`get_trends\` with limit 8: the runs before it. Skip it if the report above says that there is none.
2. \`find_answers\` with this runId, only if the report above leaves a point unclear: the answers behind a figure, with quotations.

${CLAIMS}

Write at most one page:
1. One sentence: how often answers name the brand, and whether that has changed.
2. A table: mention rate, share of voice, recommendation rate, sentiment; now and in the run before.
3. Where it stands against competitors, and who is named in its place.
4. What answers say for and against it, with at most three quotations, each with provider and prompt.
5. Which sources the answers rest on.
6. At most three suggestions. Name with each the figure or quotation it follows from.
7. What cannot be told from this run.`,
}
