import { CLAIMS } from './claims.ts'
import type { ReportPrompt } from './prompt.ts'

/** The search for the cause of a change. */
export const whyDidWeMove: ReportPrompt = {
  name: 'why_did_we_move',
  title: 'Why did we move?',
  description:
    'Find out whether the brand is named more or less often than before, where, and what may be behind it.',
  instructions: ({
    runId,
    language,
  }) => `Find out why the brand is named more or less often in the run ${runId} than in the run before, and answer in ${language}.

Begin with the verdict in the report above. If it is not "Moved", there is no change to explain: say so, say what would be needed to see one ("How far this can be trusted"), and stop, unless a provider has moved by itself.

If it moved, call, in this order:
1. \`get_trends\` with limit 8: whether it moved in one step or over several runs.
2. \`compare_runs\` of this run and the one before: all figures of both, and what may be said (claim).
3. \`get_trends\` with limit 2, once for each provider in the report: which of them moved. \`list_prompts\` has the tags of the prompts; then once for each tag: in which questions.
4. \`find_answers\` in both runs, for the providers and prompts that stand out: which answers no longer name the brand, or newly do, and whom they name in its place.
5. \`list_sources\` of both runs: which sites are cited newly, or no longer.

Possible causes, each to be shown or ruled out with what you found: other sources are cited; a competitor is named in its place; the provider uses another model or searches the web less; more refusals or failures; the questions themselves.

${CLAIMS}
- Providers and tags that were looked at one by one move by chance now and then: one in twenty looks moved when nothing changed. Say how many you looked at.
- What you found beside the change is no proof of its cause. Keep what is measured and what you suppose apart.

Write:
1. The verdict, in one sentence with its figures.
2. Where it happened: providers, questions, countries.
3. What is measured about the cause, with quotations and pages.
4. What you suppose, each with a way to test it (for example an async analysis with more replicates).`,
}
