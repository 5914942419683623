import { FACT_RULES_VERSION } from '../../extraction/facts/check.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { notify } from '../alert-checks/notify.ts'
import { raiseAlerts } from '../alerts/raise.ts'
import { type Snapshot, snapshotSchema } from '../brands/snapshot.ts'
import { isFinal } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { newId } from '../foundation/ids.ts'
import { transaction } from '../foundation/transaction.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import type { ExtractionDeps } from '../observations/extraction-threads.ts'
import type { Judge } from '../provider-port/judge.ts'
import { CHECK_ANSWERS } from './check-answers.ts'
import { contradictionDrafts } from './contradictions.ts'
import { type DecidedStatement, decideStatements, type JudgeDeps } from './decide-statements.ts'
import { parseFact } from './row.ts'

/** Answers per statement and thread task. Limits the memory for texts, and the time of a task. */
const PAGE = 50

interface AnswerRow {
  id: string
  ordinal: number
  promptOrdinal: number
  provider: string
  simulated: boolean
  text: string
}

/** A running check. */
interface RunningCheck {
  id: string
  batchId: string
  snapshot: Snapshot
  facts: { id: string; fact: ReturnType<typeof parseFact>; text: string }[]
}

type FactCheckDeps = ExtractionDeps & JudgeDeps

/**
 * Checks the answers of an ended run against the facts of its project. In one step, it replaces the previous check and
 * raises the alerts about facts that more answers contradict. Does nothing if the check is current. Reads the answers in
 * pages, so memory does not grow with the run. A check that was interrupted is deleted and starts again, with the stored
 * verdicts of the judge. If facts changed in the meantime, the sweep queues the run again.
 */
export async function checkFacts({
  ctx,
  input: { batchId },
}: {
  ctx: Ctx<FactCheckDeps>
  input: { batchId: string }
}): Promise<void> {
  const { prisma } = ctx.db
  const batch = await prisma.batch.findUnique({
    where: { id: batchId },
    include: {
      project: { include: { facts: { orderBy: { id: 'asc' } } } },
      factChecks: { where: { finishedAt: { not: null } } },
    },
  })
  if (!batch?.project || batch.organizationId === null || batch.textsDeletedAt) return
  if (!isFinal(batch.status) || batch.status === 'failed') return
  const { project, extractionRevision } = batch
  const versions = {
    factsVersion: project.factsVersion,
    rulesVersion: FACT_RULES_VERSION,
    extractionRevision,
  }
  if (batch.factChecks.some((check) => isCurrent(check, versions))) return
  await prisma.factCheck.deleteMany({ where: { batchId, finishedAt: null } })
  const check: RunningCheck = {
    id: newId(),
    batchId,
    snapshot: snapshotSchema.parse(batch.snapshot),
    facts: project.facts.map(({ id, value, text }) => ({ id, fact: parseFact(value), text })),
  }
  await prisma.factCheck.create({ data: { id: check.id, batchId, ...versions } })
  const counts = await checkPages(ctx, check)
  const finished = { ...batch, projectId: project.id, finishedAt: batch.finishedAt ?? ctx.now() }
  const { drafts, previousRunId } = await contradictionDrafts(ctx.db, finished, {
    id: check.id,
    rulesVersion: FACT_RULES_VERSION,
    basis: counts.basis,
  })
  await transaction(ctx, async (tx) => {
    const { db } = tx
    // Two checks of the same run finish one after the other, so that only one remains.
    await db.$queryRaw`SELECT id FROM batch WHERE id = ${batchId}::uuid FOR NO KEY UPDATE`
    const { count } = await db.factCheck.updateMany({
      where: { id: check.id },
      data: { ...counts, finishedAt: ctx.now() },
    })
    if (count === 0) return
    await db.factCheck.deleteMany({ where: { batchId, id: { not: check.id } } })
    const [at, run] = [ctx.now(), { projectId: project.id, runId: batchId }]
    const alertIds = await raiseAlerts(tx, { ...run, previousRunId, occasion: batchId, at }, drafts)
    await notify(tx, { ...run, alertIds, at })
  })
}

interface Versions {
  factsVersion: number
  rulesVersion: number
  extractionRevision: number
}

function isCurrent(check: Versions, { factsVersion, rulesVersion, extractionRevision }: Versions): boolean {
  return (
    check.factsVersion >= factsVersion &&
    check.rulesVersion >= rulesVersion &&
    check.extractionRevision >= extractionRevision
  )
}

/** Checks all answers and writes their statements. @returns the number of checked and of unread answers, and who decided */
async function checkPages(
  ctx: Ctx<FactCheckDeps>,
  check: RunningCheck,
): Promise<{ answers: number; unread: number; basis: string | null }> {
  const counts = { answers: 0, unread: 0 }
  const statements = { open: 0, judged: 0 }
  if (check.facts.length === 0) return { ...counts, basis: null }
  for (let after = -1; ; ) {
    const { rows } = await ctx.db.pool.query<AnswerRow>({
      name: 'fact-check-answers',
      text: `SELECT r.id, r.ordinal, r.prompt_ordinal AS "promptOrdinal", r.provider, r.simulated, r.text
             FROM ${RESULT_AS_SHOWN} r
             WHERE r.batch_id = $1 AND r.ordinal > $2 AND r.status = 'ok' AND r.text IS NOT NULL
             ORDER BY r.ordinal LIMIT ${PAGE}`,
      values: [check.batchId, after],
    })
    const last = rows.at(-1)
    if (!last) return { ...counts, basis: basisOf(statements, ctx.deps.judge) }
    after = last.ordinal
    const checked = await ctx.deps.extractionThreads.run(CHECK_ANSWERS, {
      snapshot: check.snapshot,
      facts: check.facts.map(({ fact }) => fact),
      texts: rows.map(({ text }) => text),
    })
    const decided = await decideStatements(
      ctx,
      { brand: check.snapshot.brand.name, facts: check.facts },
      rows.map((row, index) => ({ ...row, statements: checked[index]?.statements ?? [] })),
    )
    statements.open += decided.open
    statements.judged += decided.judged
    const found = rows.flatMap((row, index) => statementRows(check, row, decided.answers[index] ?? []))
    const read = checked.filter((answer) => answer.read).length
    counts.answers += read
    counts.unread += rows.length - read
    if (found.length > 0)
      // A fact that was removed in the meantime has no row any more, which the foreign key would refuse.
      await ctx.db.prisma.$executeRaw(insertStatements(found))
  }
}

/** Returns who decided about the statements of a check: see `FactCheck.basis` in the database. */
function basisOf({ open, judged }: { open: number; judged: number }, judge: Judge | null): string | null {
  if (open === 0) return null
  if (judged === 0 || !judge) return 'rules'
  return judged === open ? judge.model : 'mixed'
}

type StatementRow = Prisma.FactStatementCreateManyInput

function statementRows(
  check: RunningCheck,
  { id: resultId, ordinal, promptOrdinal, provider }: AnswerRow,
  statements: readonly (DecidedStatement | null)[],
): StatementRow[] {
  return statements.flatMap((statement, index) => {
    const fact = check.facts[index]
    if (!statement || !fact) return []
    const { verdict, decidedBy, start: startOffset, end: endOffset } = statement
    return [
      {
        checkId: check.id,
        factId: fact.id,
        resultId,
        ordinal,
        promptOrdinal,
        provider,
        verdict,
        decidedBy,
        startOffset,
        endOffset,
      },
    ]
  })
}

function insertStatements(rows: readonly StatementRow[]): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO fact_statement (check_id, fact_id, result_id, ordinal, prompt_ordinal, provider, verdict, decided_by, start_offset, end_offset)
    SELECT r."checkId", r."factId", r."resultId", r.ordinal, r."promptOrdinal", r.provider, r.verdict, r."decidedBy", r."startOffset", r."endOffset"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("checkId" uuid, "factId" uuid, "resultId" uuid,
      ordinal int, "promptOrdinal" int, provider text, verdict text, "decidedBy" text, "startOffset" int, "endOffset" int)
    WHERE EXISTS (SELECT FROM brand_fact f WHERE f.id = r."factId")`
}
