import { z } from 'zod'
import { requireProjectId } from '../../core/access/authorize.ts'
import { factCheckDefinition, factDefinition, factResultDefinition } from '../../core/facts/definition.ts'
import { listFacts as readFactList } from '../../core/facts/read.ts'
import { readFactChecks } from '../../core/facts/read-check.ts'
import { notFound } from '../../core/foundation/errors.ts'
import { defineTool } from '../foundation/tool.ts'
import { noteSchema, noteWithoutRun } from '../views/no-run.ts'
import { runIdSchema } from '../views/run.ts'
import { viewBy } from '../views/view.ts'

const factView = viewBy(factDefinition.pick({ id: true, kind: true, text: true }))
const { quotes, ...ofResult } = factResultDefinition.shape
const quoteView = viewBy(quotes.element.pick({ verdict: true, provider: true, resultId: true, text: true }))
const resultView = viewBy(
  z.object({
    fact: factView.definition,
    checked: ofResult.checked,
    contradicted: ofResult.contradicted,
    supported: ofResult.supported,
    unclear: ofResult.unclear,
    providers: ofResult.providers,
    quotes: z.array(quoteView.definition).describe('Passages, contradictions first.'),
  }),
)
const { shape } = factCheckDefinition

export const listFacts = defineTool({
  name: 'list_facts',
  title: 'List brand facts',
  description:
    'Lists the facts about the brand and which share of the answers that concern each of them contradicts or supports it, with quotations. Only English answers are checked. Defaults to the latest run.',
  permission: 'runs:read',
  effect: 'read',
  input: z.strictObject({ runId: runIdSchema.optional().describe('Run whose answers were checked.') }),
  output: z.object({
    runId: shape.runId.nullable().describe('Run whose answers were checked; null without an ended run.'),
    state: shape.state.nullable().describe('Whether the results are current; null without an ended run.'),
    answers: shape.answers,
    unreadAnswers: shape.unreadAnswers,
    facts: z.array(factView.definition).describe('All facts of the project.'),
    results: z.array(resultView.definition).describe('One per fact; empty without an ended run.'),
    note: noteSchema,
  }),
  async run({ runId }, { ctx }) {
    const ids = [requireProjectId(ctx)]
    const [facts, [check]] = await Promise.all([
      readFactList({ ctx }),
      readFactChecks({ ctx, input: { ids, runId: runId ?? null } }),
    ])
    if (!check && runId !== undefined) throw notFound('Run')
    return {
      runId: check?.runId ?? null,
      state: check?.state ?? null,
      answers: check?.answers ?? 0,
      unreadAnswers: check?.unreadAnswers ?? 0,
      facts: facts.map(factView.show),
      results: check?.results.map(resultView.show) ?? [],
      note: check ? null : await noteWithoutRun(ctx),
    }
  },
})
