import { FACT_RULES_VERSION } from '../../extraction/facts/check.ts'
import { authorize } from '../access/authorize.ts'
import { resolveProject, type WithProjectId } from '../access/project-access.ts'
import { VISIBLE, visibleValues } from '../batches/read.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { isUuid } from '../foundation/ids.ts'
import { countStatements, factRates, type QuotedStatement, readQuotes, type StatementCount } from './check.ts'
import type { FactCheckRecord, FactCheckState } from './definition.ts'
import { type FactRow, toFactRecord } from './row.ts'

interface RunRow {
  projectId: string
  runId: string
  /** Null if the answers were never checked. */
  checkId: string | null
  checkedVersion: number
  answers: number
  unread: number
  current: boolean
  repeatable: boolean
}

/** Which run of each project to read; null for the latest ended run with answers. */
export interface CheckOf {
  ids: readonly string[]
  runId: string | null
}

/**
 * Returns what the answers of a run of each project say about the facts of the project; null for a project without
 * such a run, or that the caller may not read.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function readFactChecks({
  ctx,
  input: { ids, runId },
}: {
  ctx: Ctx
  input: CheckOf
}): Promise<(FactCheckRecord | null)[]> {
  authorize(ctx, 'runs:read')
  if (runId !== null && !isUuid(runId)) return ids.map(() => null)
  const { rows: runs } = await ctx.db.pool.query<RunRow>({
    name: 'fact-checks',
    text: `SELECT p.id AS "projectId", b.id AS "runId", c.id AS "checkId", coalesce(c.facts_version, -1) AS "checkedVersion",
             coalesce(c.answers, 0) AS answers, coalesce(c.unread, 0) AS unread,
             coalesce(c.facts_version >= p.facts_version AND c.rules_version >= $6
               AND c.extraction_revision >= b.extraction_revision, false) AS current,
             b.texts_deleted_at IS NULL AND b.id IN (SELECT l.id FROM batch l WHERE l.project_id = p.id AND l.kind = 'run'
               AND l.status IN ${STATUSES_WITH_ANSWERS} ORDER BY l.finished_at DESC, l.id DESC LIMIT 2) AS repeatable
           FROM project p CROSS JOIN LATERAL (
             SELECT b.* FROM batch b
             WHERE ${VISIBLE} AND b.project_id = p.id AND b.kind = 'run' AND b.status IN ${STATUSES_WITH_ANSWERS}
               AND ($5::uuid IS NULL OR b.id = $5)
             ORDER BY b.finished_at DESC, b.id DESC LIMIT 1) b
           LEFT JOIN fact_check c ON c.batch_id = b.id AND c.finished_at IS NOT NULL
           WHERE p.id = ANY($4::uuid[])`,
    values: [...visibleValues(ctx), ids.filter(isUuid), runId, FACT_RULES_VERSION],
  })
  const checkIds = runs.flatMap(({ checkId }) => checkId ?? [])
  const [facts, counts, quotes] = await Promise.all([
    readFactRows(
      ctx,
      runs.map(({ projectId }) => projectId),
    ),
    countStatements(ctx, checkIds),
    readQuotes(ctx, checkIds),
  ])
  const checks = new Map(runs.map((run) => [run.projectId, toRecord(run, facts, counts, quotes)]))
  return ids.map((id) => checks.get(id.toLowerCase()) ?? null)
}

/**
 * Returns what the answers of a run say about the facts of its project, by default of the latest ended run. Members must
 * pass `projectId`; a project key implies it.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; NOT_FOUND for an unknown run, and if no run has ended
 */
export async function readFactCheck({
  ctx,
  input: { projectId, runId = null },
}: {
  ctx: Ctx
  input: WithProjectId<{ runId?: string | null }>
}): Promise<FactCheckRecord> {
  authorize(ctx, 'runs:read')
  const [check] = await readFactChecks({ ctx, input: { ids: [resolveProject(ctx, projectId)], runId } })
  if (!check) throw notFound('Run')
  return check
}

type StoredFact = FactRow & { version: number }

async function readFactRows(ctx: Ctx, projectIds: readonly string[]): Promise<StoredFact[]> {
  const { rows } = await ctx.db.pool.query<StoredFact>({
    name: 'facts-of-projects',
    text: `SELECT id, project_id AS "projectId", value, text, version, created_at AS "createdAt" FROM brand_fact
           WHERE project_id = ANY($1::uuid[]) ORDER BY id`,
    values: [projectIds],
  })
  return rows
}

function toRecord(
  { projectId, runId, checkId, checkedVersion, answers, unread, current, repeatable }: RunRow,
  facts: readonly StoredFact[],
  counts: readonly StatementCount[],
  quotes: readonly QuotedStatement[],
): FactCheckRecord {
  const state: FactCheckState = current ? 'current' : repeatable ? 'pending' : 'outdated'
  const ofProject = facts.filter((fact) => fact.projectId === projectId)
  return {
    runId,
    state: ofProject.length === 0 ? 'current' : state,
    answers,
    unreadAnswers: unread,
    results: ofProject.map((fact) => {
      const checked = checkedVersion >= fact.version
      const isOf = (row: { checkId: string; factId: string }) =>
        checked && row.checkId === checkId && row.factId === fact.id
      const own = counts.filter(isOf)
      const providers = [...new Set(own.map(({ provider }) => provider))]
      return {
        fact: toFactRecord(fact),
        checked,
        ...factRates(own),
        providers: providers.map((provider) => ({
          provider,
          ...factRates(own.filter((row) => row.provider === provider)),
        })),
        quotes: quotes.filter(isOf).map(({ checkId: _check, factId: _fact, ...quote }) => quote),
      }
    }),
  }
}
