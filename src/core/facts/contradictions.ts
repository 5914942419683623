import { shorten } from '../../extraction/text/shorten.ts'
import type { Batch } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import { cellKey } from '../../metrics/basket.ts'
import { FACT_SIGNIFICANCE } from '../../metrics/change-tests.ts'
import { risenProperties } from '../../metrics/risen-properties.ts'
import { type AlertQuote, NO_EVIDENCE } from '../alerts/definition.ts'
import type { AlertDraft } from '../alerts/raise.ts'
import { plainQuote } from '../foundation/plain-quote.ts'
import { findAdjacentRuns, loadRun } from '../measurements/adjacent-runs.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'

/** Maximum number of quoted answers of an alert. */
const MAX_QUOTES = 3

/** What a check of an ended run compares: its statements and their versions. */
interface ComparedCheck {
  id: string
  rulesVersion: number
  /** Who decided: see `FactCheck.basis` in the database. */
  basis: string | null
}

/**
 * Returns the alerts about the facts that more answers of a run contradict than of the previous run, and that run. All facts are
 * tested as one family. Returns no alerts without a previous run, and if the previous run was not checked against the
 * same facts by the same rules and the same judge.
 */
export async function contradictionDrafts(
  db: Database,
  run: Batch & { projectId: string; finishedAt: Date },
  check: ComparedCheck,
): Promise<{ drafts: AlertDraft[]; previousRunId: string | null }> {
  const { previous } = await findAdjacentRuns(db.prisma, run)
  const before =
    previous &&
    (await db.prisma.factCheck.findFirst({
      where: { batchId: previous.id, finishedAt: { not: null }, rulesVersion: check.rulesVersion },
    }))
  if (!before || !areComparable(check.basis, before.basis)) return { drafts: [], previousRunId: null }
  const facts = await db.prisma.brandFact.findMany({
    where: { projectId: run.projectId, version: { lte: before.factsVersion } },
    select: { id: true, text: true },
  })
  const counts = await countByCell(db, [check.id, before.id])
  const of = (checkId: string, factId: string) =>
    new Map(
      counts
        .filter((row) => row.checkId === checkId && row.factId === factId)
        .map((row) => [cellKey(row), row.answers]),
    )
  const properties = facts.map(({ id }) => ({ key: id, now: of(check.id, id), before: of(before.id, id) }))
  const risen = risenProperties(
    (await loadRun(db, run)).input,
    (await loadRun(db, previous)).input,
    properties,
    FACT_SIGNIFICANCE,
  )
  const drafts = risen.map(async ({ thing: factId, ...figures }): Promise<AlertDraft> => {
    const name = facts.find(({ id }) => id === factId)?.text ?? null
    const quotes = await quotesOf(db, check.id, factId)
    return {
      kind: 'fact_contradicted',
      subject: factId,
      evidence: { ...NO_EVIDENCE, name, figures, quotes },
    }
  })
  return { drafts: await Promise.all(drafts), previousRunId: previous.id }
}

function areComparable(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return true
  return a === b && a !== 'mixed'
}

interface CellCount {
  checkId: string
  factId: string
  provider: string
  location: string
  /** The prompt. */
  text: string
  /** Number of contradicting answers. */
  answers: number
}

async function countByCell({ pool }: Database, checkIds: readonly string[]): Promise<CellCount[]> {
  const { rows } = await pool.query<CellCount>({
    name: 'contradictions-by-cell',
    text: `SELECT s.check_id AS "checkId", s.fact_id AS "factId", r.provider, r.location, p.text, count(*)::int AS answers
           FROM fact_statement s JOIN result r ON r.id = s.result_id
           JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = s.prompt_ordinal
           WHERE s.check_id = ANY($1::uuid[]) AND s.verdict = 'contradicts'
           GROUP BY 1, 2, 3, 4, 5`,
    values: [checkIds],
  })
  return rows
}

/** Quotes contradicting answers to different prompts. */
async function quotesOf({ pool }: Database, checkId: string, factId: string): Promise<AlertQuote[]> {
  const { rows } = await pool.query<Omit<AlertQuote, 'text'> & { start: number; end: number; text: string }>({
    name: 'quoted-contradictions',
    text: `SELECT DISTINCT ON (s.prompt_ordinal) s.result_id AS "resultId", p.text AS prompt, s.provider,
             s.start_offset AS start, s.end_offset AS "end", r.text
           FROM fact_statement s JOIN ${RESULT_AS_SHOWN} r ON r.id = s.result_id
           JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = s.prompt_ordinal
           WHERE s.check_id = $1 AND s.fact_id = $2 AND s.verdict = 'contradicts' AND r.text IS NOT NULL
           ORDER BY s.prompt_ordinal, s.ordinal LIMIT ${MAX_QUOTES}`,
    values: [checkId, factId],
  })
  return rows.map(({ text, start, end, ...where }) => {
    const passage = shorten(text, { start, end }, { start, end })
    return { ...where, text: plainQuote(text.slice(passage.start, passage.end)) }
  })
}
