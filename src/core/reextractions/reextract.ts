import { prepare } from '../../extraction/names/matcher.ts'
import { EXTRACTION_VERSION } from '../../extraction/observation.ts'
import type { Reextraction } from '../../generated/prisma/client.ts'
import { MAXIMUM_TRIES } from '../batches/fail.ts'
import { entitiesOf, snapshotSchema } from '../batches/snapshot.ts'
import { storableJson } from '../batches/storable.ts'
import type { Reading } from '../batches/unit.ts'
import type { Ctx } from '../context.ts'
import type { ReextractionEvent } from '../events.ts'
import { JUDGEMENT } from '../judgements/record.ts'
import { RESULT } from '../results/reading.ts'
import { transaction } from '../transaction.ts'
import { endReextraction, moveReextraction } from './move.ts'
import { type Reread, reread, type StoredAnswer } from './reread.ts'
import { swapReading } from './swap.ts'

/** Answers read between two writes. */
const PAGE = 200
/** Answers read before other work has its turn: a page takes a tenth of a second of this thread. */
const TURN = 20

/**
 * Reads the answers of an ended run again and, when all are read, puts the new reading in the place of the old one. Goes on
 * where an earlier try ended; does nothing for one that was cancelled, has ended, or is gone with its run. May run any number
 * of times, also at once.
 */
export async function reextract({
  ctx,
  input,
}: {
  ctx: Ctx
  /** `tries` counts from 1. */
  input: { reextractionId: string; tries: number }
}): Promise<void> {
  const { reextractionId, tries } = input
  try {
    const reextraction = await begin(ctx, reextractionId)
    if (reextraction && (await readAll(ctx, reextraction))) await swapReading(ctx, reextraction)
  } catch (error) {
    if (tries < MAXIMUM_TRIES) throw error
    ctx.deps.logger.error({ error, reextractionId }, 'a re-extraction failed; its run stays as it was')
    await transaction(ctx, (tx) => endReextraction(tx, reextractionId, { status: 'failed', at: ctx.now() }))
  }
}

async function begin(ctx: Ctx, id: string): Promise<Reextraction | null> {
  const now = ctx.now()
  await transaction(ctx, (tx) =>
    moveReextraction(tx, id, { from: ['queued'], data: { status: 'running', startedAt: now }, now }),
  )
  return ctx.db.prisma.reextraction.findFirst({ where: { id, status: 'running' } })
}

/** False once it is no longer under way. */
async function readAll(ctx: Ctx, { id, batchId, ...row }: Reextraction): Promise<boolean> {
  const snapshot = snapshotSchema.parse(row.snapshot)
  const reading = { snapshot, matcher: prepare(entitiesOf(snapshot)) }
  for (let after = -1; ; ) {
    const answers = await nextAnswers(ctx, { id, batchId, after })
    const last = answers.at(-1)
    if (!last) return true
    if (!(await keep(ctx, id, await readPage(ctx, answers, reading)))) return false
    after = last.ordinal
  }
}

/** The answers that follow a place and have not been read, or by older rules: an upgrade comes in between. */
async function nextAnswers(
  ctx: Ctx,
  { id, batchId, after }: { id: string; batchId: string; after: number },
): Promise<StoredAnswer[]> {
  const { rows } = await ctx.db.pool.query<StoredAnswer>({
    name: 'answers-to-reread',
    text: `SELECT r.id, r.ordinal, r.provider, r.location, p.text AS prompt, w.text, f.raw,
             r.observation, ${JUDGEMENT}
           FROM ${RESULT} r JOIN answer w ON w.result_id = r.id
           JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
           LEFT JOIN artifact f ON f.result_id = r.id LEFT JOIN judgement j ON j.result_id = r.id
           WHERE r.batch_id = $1 AND r.ordinal > $2 AND r.status = 'ok' AND NOT EXISTS (
             SELECT FROM reextracted_result s
             WHERE s.reextraction_id = $3 AND s.result_id = r.id AND s.extraction_version >= ${EXTRACTION_VERSION})
           ORDER BY r.ordinal LIMIT ${PAGE}`,
    values: [batchId, after, id],
  })
  return rows
}

async function readPage(ctx: Ctx, answers: StoredAnswer[], reading: Reading): Promise<Reread[]> {
  const page: Reread[] = []
  for (const answer of answers) {
    page.push(reread(ctx.deps.providers, answer, reading))
    if (page.length % TURN === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return page
}

/** Only under the lock of a row that is still running: nothing is written for one that was cancelled meanwhile. */
const KEEP = `WITH live AS (SELECT id FROM reextraction WHERE id = $1 AND status = 'running' FOR UPDATE),
  kept AS (
    INSERT INTO reextracted_result (reextraction_id, result_id, observation, extraction_version, changed)
    SELECT live.id, i.id, i.observation, i."extractionVersion", ARRAY(SELECT json_array_elements_text(i.changed))
    FROM live, json_to_recordset($2::json) AS i (id uuid, observation jsonb, "extractionVersion" int, changed json)
    ON CONFLICT (reextraction_id, result_id) DO UPDATE SET observation = excluded.observation,
      extraction_version = excluded.extraction_version, changed = excluded.changed
    WHERE reextracted_result.extraction_version < excluded.extraction_version
    -- Of a row that was there before, the place of the transaction that replaces it.
    RETURNING xmax = 0 AS is_new)
  UPDATE reextraction SET completed = completed + (SELECT count(*) FROM kept WHERE is_new), changed_at = $3, seq = seq + 1
  WHERE id = (SELECT id FROM live)
  RETURNING id AS "reextractionId", seq, (SELECT b.project_id FROM batch b WHERE b.id = batch_id) AS "projectId"`

async function keep(ctx: Ctx, id: string, page: Reread[]): Promise<boolean> {
  const { rows } = await ctx.db.pool.query<ReextractionEvent>({
    name: 'keep-reread',
    text: KEEP,
    values: [id, storableJson(page), ctx.now()],
  })
  const [event] = rows
  if (!event) return false
  await ctx.deps.events.publish(event).catch((error) => {
    ctx.deps.logger.warn({ error, reextractionId: id }, 'progress not published')
  })
  return true
}
