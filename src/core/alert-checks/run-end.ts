import { notableChanges } from '../../metrics/notable-changes.ts'
import { type AlertDraft, raiseAlerts } from '../alerts/raise.ts'
import type { BatchEndHandler } from '../batches/batch-end.ts'
import type { Ctx } from '../foundation/context.ts'
import { sameEntities } from '../measurements/comparison.ts'
import type { MeasuredRun, MeasuredRunHandler } from '../measurements/measure.ts'
import { providerLabel } from '../providers/list.ts'
import { budgetProblems } from './budgets.ts'
import { newBrands } from './new-brands.ts'
import { notify } from './notify.ts'
import { providerProblems } from './provider-problems.ts'
import { withQuotes } from './quotes.ts'
import { draftOf } from './run-changes.ts'

/**
 * Raises the alerts of a run in the transaction that ends it: its notable changes and the problems of its providers. All
 * changes are tested together, so a run without real changes raises an alert about them with a chance of at most 5 %.
 */
export const alertAboutRun: MeasuredRunHandler = async (ctx, measured) => {
  const { projectId, current, previous } = measured
  const changes = previous ? await changeDrafts(ctx, { ...measured, previous }) : []
  const runs = { runId: current.id, previousRunId: previous?.id ?? null }
  const drafts = [...changes, ...(await providerProblems(ctx, runs))]
  return async (tx, ended) => {
    const at = ended.finishedAt ?? ctx.now()
    const ids = await raiseAlerts(tx, { projectId, ...runs, occasion: current.id, at }, drafts)
    await notify(tx, { projectId, runId: current.id, alertIds: ids, at })
  }
}

async function changeDrafts(
  ctx: Ctx,
  {
    projectId,
    current,
    previous,
    discovery,
  }: MeasuredRun & { previous: NonNullable<MeasuredRun['previous']> },
): Promise<AlertDraft[]> {
  const { db } = ctx
  const brands = await newBrands(db, {
    discovery,
    current: current.input,
    previous: previous.input,
    previousRunId: previous.id,
    projectId,
  })
  const changes = notableChanges(current.input, previous.input, {
    isSame: sameEntities(current, previous),
    properties: brands.map(({ property }) => property),
  })
  const names = {
    competitors: new Map(current.snapshot.competitors.map(({ id, name }) => [id, name])),
    brands: new Map(brands.map(({ property, name }) => [property.key, name])),
    providerLabel: (token: string) => providerLabel(ctx, token),
  }
  const quotes = new Map(brands.map(({ property, quote }) => [property.key, quote]))
  const drafts: AlertDraft[] = []
  for (const change of changes) {
    const draft = draftOf(change, names)
    const quote = quotes.get(draft.subject)
    drafts.push(
      quote
        ? { ...draft, evidence: { ...draft.evidence, quotes: [quote] } }
        : await withQuotes(db, draft, { runId: current.id, previousRunId: previous.id }),
    )
  }
  return drafts
}

/** Raises alerts about credits and spending when a batch of a project ends. Each is raised at most once per day. */
export const alertAboutBudget: BatchEndHandler = async (ctx, { projectId }) => ({
  async write(tx, ended) {
    const at = ended.finishedAt ?? ctx.now()
    if (projectId === null) return
    const drafts = await budgetProblems(ctx, tx.db, ended)
    const run = { runId: ended.kind === 'run' ? ended.id : null, previousRunId: null }
    const occasion = at.toISOString().slice(0, 10)
    const ids = await raiseAlerts(tx, { projectId, ...run, occasion, at }, drafts)
    await notify(tx, { projectId, runId: run.runId, alertIds: ids, at })
  },
})
