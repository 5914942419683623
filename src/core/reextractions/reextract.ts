import type { Reextraction } from '../../generated/prisma/client.ts'
import { isDatabaseUnavailable } from '../../infra/database-unavailable.ts'
import { MAXIMUM_TRIES } from '../batches/unit-failure.ts'
import { snapshotSchema } from '../brands/snapshot.ts'
import type { Ctx } from '../foundation/context.ts'
import type { ReextractionEvent } from '../foundation/events.ts'
import { toPostgresJson } from '../foundation/postgres-json.ts'
import { transaction } from '../foundation/transaction.ts'
import { JUDGEMENT } from '../judgements/judgement.ts'
import { RESULT_AS_SHOWN } from '../observations/extracted-results.ts'
import type { ExtractionDeps } from '../observations/extraction-threads.ts'
import { extractorOf } from '../observations/extractor.ts'
import { STORED_RESPONSE, type StoredResponse, toRawAnswer } from '../observations/stored-response.ts'
import { ProviderError } from '../provider-port/driver.ts'
import { publishExtraction } from './publish.ts'
import { READABLE_AGAIN } from './readable-again.ts'
import {
  READER_VERSION,
  type ReextractedAnswer,
  reextractAnswer,
  type StoredAnswer,
} from './reextract-answer.ts'
import { changeReextraction, endReextraction } from './transitions.ts'

/** Number of answers to store per statement. Runs with more answers are extracted in threads. */
const PAGE = 200
/**
 * Number of responses to load per statement, and to extract before yielding to the event loop. The responses of a whole
 * page could take hundreds of megabytes and about 0.1 s of CPU time.
 */
const RESPONSES_PER_TURN = 20

/**
 * Extracts the stored answers of an ended run again, and publishes the result once all are done. Resumes where an
 * earlier attempt stopped. Does nothing if the re-extraction has ended or was deleted. Safe to run several times, even
 * concurrently.
 */
export async function reextract({
  ctx,
  input,
}: {
  ctx: Ctx<ExtractionDeps>
  /** `tries` counts from 1. */
  input: { reextractionId: string; tries: number }
}): Promise<void> {
  const { reextractionId, tries } = input
  try {
    const reextraction = await markRunning(ctx, reextractionId)
    if (reextraction && (await extractAll(ctx, reextraction))) await publishExtraction(ctx, reextraction)
  } catch (error) {
    // Extraction is deterministic: an answer that cannot be extracted now will fail at the next try as well.
    const isFinal = tries >= MAXIMUM_TRIES || error instanceof ProviderError
    if (!isFinal || isDatabaseUnavailable(error) || ctx.deps.stopping.aborted) throw error
    ctx.deps.logger.error({ error, reextractionId }, 're-extraction failed; its run is unchanged')
    await transaction(ctx, (tx) => endReextraction(tx, reextractionId, { status: 'failed', at: ctx.now() }))
  }
}

/** Marks a re-extraction as running and returns it. Returns null if it has ended or was deleted. */
async function markRunning(ctx: Ctx, id: string): Promise<Reextraction | null> {
  const now = ctx.now()
  await transaction(ctx, (tx) =>
    changeReextraction(tx, id, { from: ['queued'], data: { status: 'running', startedAt: now }, now }),
  )
  return ctx.db.prisma.reextraction.findFirst({ where: { id, status: 'running' } })
}

/** Extracts all answers. Returns false if the re-extraction was cancelled or deleted in the meantime. */
async function extractAll(ctx: Ctx<ExtractionDeps>, { id, batchId, ...row }: Reextraction): Promise<boolean> {
  const extractor = extractorOf(snapshotSchema.parse(row.snapshot))
  const inThread = row.total > PAGE
  let after = -1
  for (;;) {
    const page: ReextractedAnswer[] = []
    while (page.length < PAGE) {
      ctx.deps.stopping.throwIfAborted()
      const answers = await nextAnswers(ctx, { id, batchId, after })
      const last = answers.at(-1)
      if (!last) break
      page.push(
        ...(await Promise.all(
          answers.map((answer) => reextractAnswer(ctx, answer, extractor, { inThread })),
        )),
      )
      after = last.ordinal
    }
    if (page.length === 0) return true
    if (!(await storePage(ctx, id, page))) return false
  }
}

/**
 * Returns the next responses after an ordinal that this version has not extracted yet: responses with an answer, and
 * responses that could not be parsed. Responses that an older version extracted before an upgrade are included.
 */
async function nextAnswers(
  ctx: Ctx,
  { id, batchId, after }: { id: string; batchId: string; after: number },
): Promise<StoredAnswer[]> {
  const { rows } = await ctx.db.pool.query<StoredAnswer & StoredResponse>({
    name: 'answers-to-reextract',
    text: `SELECT r.id, r.ordinal, r.provider, r.location, p.text AS prompt, r.status, r.simulated, r.surface,
             r.location_applied AS "locationApplied", r.model_requested AS "modelRequested",
             r.model_reported AS "modelReported", r.error, r.text, r.facts, r.parser_version AS "parserVersion",
             r.is_first_text AS "isFirstText", r.observation, ${STORED_RESPONSE}, ${JUDGEMENT}
           FROM ${RESULT_AS_SHOWN} r
           JOIN batch_prompt p ON p.batch_id = r.batch_id AND p.ordinal = r.prompt_ordinal
           LEFT JOIN artifact f ON f.result_id = r.id LEFT JOIN judgement j ON j.result_id = r.id
           WHERE r.batch_id = $1 AND r.ordinal > $2 AND ${READABLE_AGAIN} AND NOT EXISTS (
             SELECT FROM reextracted_result s
             WHERE s.reextraction_id = $3 AND s.result_id = r.id AND s.reader_version >= ${READER_VERSION})
           ORDER BY r.ordinal LIMIT ${RESPONSES_PER_TURN}`,
    values: [batchId, after, id],
  })
  return rows.map(({ redirects, ...answer }) => ({
    ...answer,
    raw: toRawAnswer({ raw: answer.raw, redirects }),
  }))
}

/** Columns of `reextracted_result` with the extraction, in the order of the values below. */
const COLUMNS = [
  'status',
  'simulated',
  'surface',
  'location_applied',
  'model_requested',
  'model_reported',
  'error',
].concat(['text', 'facts', 'observation', 'discovered', 'extraction_version', 'parser_version'])

/**
 * SQL that stores a page of results. It locks the running re-extraction, so that nothing is written after a
 * cancellation.
 */
const STORE = `WITH running AS (SELECT id FROM reextraction WHERE id = $1 AND status = 'running' FOR UPDATE),
  stored AS (
    INSERT INTO reextracted_result (reextraction_id, result_id, reader_version, ${COLUMNS.join(', ')}, changed)
    SELECT running.id, i.id, ${READER_VERSION}, i.status::"ResultStatus", i.simulated, i.surface, i."locationApplied",
      i."modelRequested", i."modelReported", i.error, i.text, i.facts, i.observation, i.discovered, i."extractionVersion",
      i."parserVersion", ARRAY(SELECT json_array_elements_text(i.changed))
    FROM running, json_to_recordset($2::json) AS i (
      id uuid, status text, simulated boolean, surface text, "locationApplied" text, "modelRequested" text,
      "modelReported" text, error jsonb, text text, facts jsonb, observation jsonb, discovered jsonb, "extractionVersion" int,
      "parserVersion" int, changed json)
    ON CONFLICT (reextraction_id, result_id) DO UPDATE SET reader_version = excluded.reader_version,
      ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}, changed = excluded.changed
    WHERE reextracted_result.reader_version < excluded.reader_version
    -- xmax is 0 for inserted rows and the id of this transaction for replaced ones.
    RETURNING xmax = 0 AS is_new)
  UPDATE reextraction SET completed = completed + (SELECT count(*) FROM stored WHERE is_new), changed_at = $3, seq = seq + 1
  WHERE id = (SELECT id FROM running)
  RETURNING id AS "reextractionId", seq, (SELECT b.project_id FROM batch b WHERE b.id = batch_id) AS "projectId"`

async function storePage(ctx: Ctx, id: string, page: ReextractedAnswer[]): Promise<boolean> {
  const { rows } = await ctx.db.pool.query<
    ReextractionEvent | (Omit<ReextractionEvent, 'projectId'> & { projectId: null })
  >({
    name: 'store-reextracted-results',
    text: STORE,
    values: [id, toPostgresJson(page), ctx.now()],
  })
  const [event] = rows
  if (!event) return false
  if (event.projectId !== null) ctx.deps.events.publish(event)
  return true
}
