import type { Database } from '../../infra/database.ts'
import type { VisibleProjectId } from '../access/visible.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { loadRun } from '../measurements/adjacent-runs.ts'
import type { ComparedRun } from '../measurements/comparison.ts'
import type { OpportunityKind } from './foundation/definition.ts'
import type { KindRules } from './foundation/finding.ts'
import { KIND_RULES } from './kinds/all.ts'
import { compareOutcome } from './outcome.ts'

/** Maximum number of runs after an opportunity was done that are compared with the run before. */
const MAX_RUNS_AFTER = 3

interface DoneRow {
  id: string
  kind: OpportunityKind
  key: string
  baselineRunId: string
  /** Runs that started after the opportunity was done, oldest first. */
  after: string[]
}

/**
 * Compares the runs before and after each opportunity that is done, if there are runs that its last comparison does
 * not include. Later runs than the first three do not change a comparison.
 */
export async function refreshOutcomes({ db }: Ctx, projectId: VisibleProjectId): Promise<void> {
  const { rows } = await db.pool.query<DoneRow>({
    name: 'outdated-outcomes',
    text: `SELECT * FROM (
             SELECT p.id, p.kind, p.key, p.baseline_run_id AS "baselineRunId", p.outcome, ARRAY(
               SELECT b.id FROM batch b WHERE b.project_id = p.project_id AND b.kind = 'run'
                 AND b.status IN ${STATUSES_WITH_ANSWERS} AND b.created_at > p.done_at
               ORDER BY b.finished_at, b.id LIMIT ${MAX_RUNS_AFTER}) AS after
             FROM opportunity p WHERE p.project_id = $1 AND p.status = 'done' AND p.baseline_run_id IS NOT NULL) d
           WHERE cardinality(after) > coalesce(jsonb_array_length(outcome->'runIds'), 0)`,
    values: [projectId],
  })
  for (const baselineRunId of new Set(rows.map((row) => row.baselineRunId)))
    await compareWith(
      db,
      baselineRunId,
      rows.filter((row) => row.baselineRunId === baselineRunId),
    )
}

/** Compares opportunities that have the same run before. Loads one run at a time and keeps only the answers in scope. */
async function compareWith(db: Database, baselineRunId: string, rows: readonly DoneRow[]): Promise<void> {
  const baseline = await load(db, baselineRunId)
  if (!baseline) return
  const compared = rows.map(({ id, kind, key, after }) => {
    const isInScope = KIND_RULES[kind].scope(baseline.input, key)
    return {
      id,
      afterIds: after,
      isInScope,
      before: restrict(baseline, isInScope),
      after: [] as ComparedRun[],
    }
  })
  for (const runId of new Set(rows.flatMap((row) => row.after))) {
    const run = await load(db, runId)
    for (const { afterIds, isInScope, after } of run ? compared : [])
      if (run && afterIds.includes(runId)) after.push(restrict(run, isInScope))
  }
  for (const { id, before, after } of compared) {
    const outcome = compareOutcome(before, after)
    // The opportunity may have been reopened in the meantime.
    if (outcome)
      await db.prisma.opportunity.updateMany({
        where: { id, status: 'done', baselineRunId },
        data: { outcome },
      })
  }
}

/** Loads a run; null if it was deleted. */
async function load(db: Database, id: string): Promise<ComparedRun | null> {
  const run = await db.prisma.batch.findUnique({
    where: { id },
    select: { id: true, extractionRevision: true, snapshot: true },
  })
  return run && loadRun(db, run)
}

/** Returns a run with only the answers in scope. */
function restrict(run: ComparedRun, isInScope: ReturnType<KindRules['scope']>): ComparedRun {
  const { prompts, answers } = run.input
  const kept = answers.filter((answer) => isInScope(answer, prompts[answer.prompt]?.text ?? ''))
  return { ...run, input: { ...run.input, answers: kept } }
}
