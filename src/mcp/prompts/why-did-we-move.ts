import { CLAIMS } from './claims.ts'
import type { ReportPrompt } from './prompt.ts'

/** Prompt for investigating the cause of a change. */
export const whyDidWeMove: ReportPrompt = {
  name: 'why_did_we_move',
  title: 'Why did we move?',
  description:
    'Find out whether the brand is named more or less often than before, where, and what may have caused it.',
  instructions: ({
    runId,
    language,
  }) => `Find out why the brand is named more or less often in the run ${runId} than in the previous run, and answer in ${language}.

Start with the verdict in the report above. If it is not "Moved", there is no change to explain: say so, say how much data it would take to detect one (see "How far this can be trusted"), and stop, unless a single provider has moved.

If it moved, call these tools in this order:
1. \`get_trends\` with limit 8, to see whether it moved in one step or over several runs.
2. \`compare_runs\` with this run and the previous run, to see all metrics of both and what you may claim (claim).
3. \`get_trends\` with limit 2, once for each provider in the report, to see which of them moved. Then get the tags of the prompts from \`list_prompts\`, and call \`get_trends\` once for each tag, to see which questions moved.
4. \`find_answers\` in both runs, for the providers and prompts that stand out, to see which answers started or stopped naming the brand, and which competitors they name instead.
5. \`list_sources\` for both runs, to see which sites answers started or stopped citing.

Confirm or rule out each of these possible causes with what you found: answers cite other sources; answers name a competitor instead; the provider uses another model or searches the web less; there are more refusals or failures; the questions changed.

${CLAIMS}
- If you check many providers and tags one by one, expect one in twenty to look moved by chance when nothing changed. Say how many you checked.
- Something that happened at the same time as the change is not proof of its cause. Separate measurements from assumptions.

Write:
1. The verdict, in one sentence with its numbers.
2. Where the change happened: providers, questions, countries.
3. What the measurements say about the cause, with quotations and pages.
4. Your assumptions, each with a way to test it (for example an async analysis with more replicates).`,
}
