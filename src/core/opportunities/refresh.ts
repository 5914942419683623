import { hash } from 'node:crypto'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { MetricsInput } from '../../metrics/metrics-input.ts'
import type { VisibleProjectId } from '../access/visible.ts'
import { STATUSES_WITH_ANSWERS } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import { loadRun, lockHistory } from '../measurements/adjacent-runs.ts'
import { OPPORTUNITY_KINDS, type OpportunityKind } from './foundation/definition.ts'
import type { Finding, FindingEvidence } from './foundation/finding.ts'
import { KIND_RULES, OPPORTUNITIES_VERSION } from './kinds/all.ts'
import { findPagesOfPrompts, findPagesOfSites, type StoredPage } from './pages.ts'
import { refreshOutcomes } from './refresh-outcomes.ts'

interface RunRow {
  id: string
  extractionRevision: number
  snapshot: unknown
}

/** The evidence as stored: with the result ids of the examples and the answers of the whole run. */
export interface StoredEvidence extends FindingEvidence {
  pages: StoredPage[]
  runAnswers: number
  examples: string[]
}

/** A finding to write. */
interface FoundRow {
  id: string
  kind: OpportunityKind
  key: string
  /** Hexadecimal. */
  keyHash: string
  evidence: StoredEvidence
  atMost: number
  expected: number
}

/**
 * Computes the opportunities of a project from its latest run with results, unless they are up to date. Opportunities
 * keep their id, status, assignee and note. Open ones that the run does not show are deleted unless they have an assignee
 * or a note. May take a few seconds for a run with 100,000 answers, once.
 */
export async function refreshOpportunities(ctx: Ctx, projectId: VisibleProjectId): Promise<void> {
  const run = await findOutdated(ctx.db.prisma, projectId)
  if (!run) return
  const { input, extractionRevision } = await loadRun(ctx.db, run)
  const found = await rowsOf(ctx, run.id, input)
  await transaction(ctx, async ({ db, enqueue }) => {
    await lockHistory(db, projectId)
    const outdated = await findOutdated(db, projectId)
    // Another request has been faster, or another run has ended, which the next request processes.
    if (outdated?.id !== run.id || outdated.extractionRevision !== extractionRevision) return
    await writeRows(db, projectId, run.id, found, ctx.now())
    const pagesDueAt = ctx.now()
    const state = { runId: run.id, extractionRevision, version: OPPORTUNITIES_VERSION, pagesDueAt }
    await db.opportunityState.upsert({ where: { projectId }, create: { projectId, ...state }, update: state })
    enqueue({ name: 'check-pages', projectId })
  })
  await refreshOutcomes(ctx, projectId)
}

/** Returns the latest run with results if the opportunities were not computed from it. */
async function findOutdated(db: Prisma.TransactionClient, projectId: string): Promise<RunRow | null> {
  const [run = null] = await db.$queryRaw<RunRow[]>`
    SELECT b.id, b.extraction_revision AS "extractionRevision", b.snapshot FROM (
      SELECT * FROM batch WHERE project_id = ${projectId}::uuid AND kind = 'run'
        AND status IN ${Prisma.raw(STATUSES_WITH_ANSWERS)} ORDER BY finished_at DESC, id DESC LIMIT 1) b
    WHERE NOT EXISTS (SELECT FROM opportunity_state s WHERE s.project_id = b.project_id AND s.run_id = b.id
      AND s.extraction_revision = b.extraction_revision AND s.version = ${OPPORTUNITIES_VERSION})`
  return run
}

async function rowsOf(ctx: Ctx, runId: string, input: MetricsInput): Promise<FoundRow[]> {
  const runAnswers = input.answers.filter(({ status }) => status === 'ok').length
  const findings: { kind: OpportunityKind; finding: Finding }[] = []
  for (const kind of valuesOf(OPPORTUNITY_KINDS)) {
    for (const finding of KIND_RULES[kind].find(input)) findings.push({ kind, finding })
    // Each kind may take a second of CPU time for a large run.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const resultIds = await resultIdsOf(
    ctx,
    runId,
    findings.flatMap(({ finding }) => finding.examples),
  )
  const keysOf = (kind: OpportunityKind) =>
    findings.flatMap((found) => (found.kind === kind ? [found.finding.key] : []))
  const pages: Partial<Record<OpportunityKind, Map<string, StoredPage[]>>> = {
    source_to_win: await findPagesOfSites(ctx, runId, keysOf('source_to_win')),
    missing_prompt: await findPagesOfPrompts(ctx, runId, keysOf('missing_prompt')),
  }
  return findings.map(({ kind, finding: { key, evidence, gain, examples } }) => ({
    id: newId(),
    kind,
    key,
    keyHash: hash('sha256', key, 'hex'),
    evidence: {
      ...evidence,
      pages: pages[kind]?.get(key) ?? [],
      runAnswers,
      examples: examples.flatMap((index) => resultIds.get(index) ?? []),
    },
    ...gain,
  }))
}

/** Returns the ids of results by their index in the run, in the order of the answers of a metrics input. */
async function resultIdsOf({ db }: Ctx, runId: string, indexes: number[]): Promise<Map<number, string>> {
  const { rows } = await db.pool.query<{ index: number; id: string }>({
    name: 'results-by-index',
    text: `SELECT index, id FROM (
             SELECT id, row_number() OVER (ORDER BY ordinal)::int - 1 AS index FROM result WHERE batch_id = $1) r
           WHERE index = ANY($2::int[])`,
    values: [runId, indexes],
  })
  return new Map(rows.map(({ index, id }) => [index, id]))
}

async function writeRows(
  db: Prisma.TransactionClient,
  projectId: string,
  runId: string,
  found: readonly FoundRow[],
  now: Date,
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO opportunity (id, project_id, kind, key, key_hash, run_id, evidence, at_most, expected, created_at, updated_at)
    SELECT id, ${projectId}::uuid, kind, key, decode("keyHash", 'hex'), ${runId}::uuid, evidence, "atMost", expected, ${now}, ${now}
    FROM json_to_recordset(${JSON.stringify(found)}::json)
      AS f (id uuid, kind text, key text, "keyHash" text, evidence jsonb, "atMost" int, expected int)
    ON CONFLICT (project_id, kind, key_hash) DO UPDATE
      SET run_id = excluded.run_id, evidence = excluded.evidence, at_most = excluded.at_most, expected = excluded.expected`
  await db.opportunity.deleteMany({
    where: { projectId, status: 'open', runId: { not: runId }, note: '', assigneeId: null },
  })
}
