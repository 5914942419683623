import { extractWith } from '../../extraction/extract.ts'
import { prepare } from '../../extraction/names/matcher.ts'
import type { Database } from '../../infra/database.ts'
import type { MeasuredAnswer, MeasuredBatch } from '../../metrics/measured.ts'
import { measureObservation } from '../results/measure.ts'
import type { Observation } from '../results/observation.ts'
import { RESULT, resultsReadBy } from '../results/reading.ts'
import { canonicalKey } from '../text.ts'
import { entitiesOf, type Snapshot } from './snapshot.ts'

interface Row {
  ordinal: number
  status: MeasuredAnswer['status']
  promptOrdinal: number
  provider: string
  location: string
  surface: string | null
  modelReported: string | null
  extractionVersion: number | null
  observation: Observation | null
}

/** Observations held at a time: those of a whole batch may be hundreds of megabytes. */
const PAGE = 2_000

const COLUMNS = `r.ordinal, r.status, r.prompt_ordinal AS "promptOrdinal", r.provider, r.location, r.surface,
  r.model_reported AS "modelReported", r.extraction_version AS "extractionVersion", r.observation`
const PLACE = `r.batch_id = $1 AND r.ordinal > $2 AND ($3::text IS NULL OR r.provider = $3)
  AND ($4::text IS NULL OR r.location = $4) ORDER BY r.ordinal LIMIT ${PAGE}`
const SHOWN = `SELECT ${COLUMNS} FROM ${RESULT} r WHERE ${PLACE}`
const REREAD = `SELECT ${COLUMNS} FROM ${resultsReadBy('$5::uuid')} r WHERE ${PLACE}`

/**
 * What the metrics need of every result of a batch, or of one provider's or one location's, and whom they are about. Of a
 * re-extraction: what it has read, also before its run shows it.
 */
export async function loadMeasured(
  database: Database,
  batchId: string,
  snapshot: Snapshot,
  {
    provider = null,
    location = null,
    reextractionId,
  }: { provider?: string | null; location?: string | null; reextractionId?: string } = {},
): Promise<MeasuredBatch> {
  const prompts = await database.pool.query<{ text: string; tags: string[] }>({
    name: 'measured-prompts',
    text: 'SELECT text, tags FROM batch_prompt WHERE batch_id = $1 ORDER BY ordinal',
    values: [batchId],
  })
  const matcher = prepare(entitiesOf(snapshot))
  const isBranded = (text: string) =>
    extractWith(matcher, { text }).mentions.some(({ entity }) => entity === 0)
  const measure = measureObservation(snapshot)
  const answers: MeasuredAnswer[] = []
  const shared = sharing()
  for (let after = -1; ; ) {
    const { rows } = await database.pool.query<Row>({
      name: reextractionId ? 'measured-again' : 'measured-results',
      text: reextractionId ? REREAD : SHOWN,
      values: [batchId, after, provider, location, ...(reextractionId ? [reextractionId] : [])],
    })
    for (const row of rows) answers.push(answerOf(row, measure, shared))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    after = last.ordinal
  }
  return {
    entities: measuredEntities(snapshot),
    prompts: prompts.rows.map(({ text, tags }) => ({
      text,
      tags: [...new Set(tags.map(canonicalKey))],
      branded: isBranded(text),
    })),
    answers,
  }
}

/** The tracked entities by their ids: `brand`, then the competitors'. */
export function measuredEntities({ brand, competitors }: Snapshot): MeasuredBatch['entities'] {
  return [{ id: 'brand', name: brand.name }, ...competitors.map(({ id, name }) => ({ id, name }))]
}

function answerOf(
  row: Row,
  measure: ReturnType<typeof measureObservation>,
  shared: (text: string) => string,
): MeasuredAnswer {
  const { status, promptOrdinal, provider, location, surface, modelReported, extractionVersion } = row
  return {
    status,
    prompt: promptOrdinal,
    provider: shared(provider),
    location: shared(location),
    basis: shared(JSON.stringify([surface, modelReported, extractionVersion])),
    ...(row.observation ? measure(row.observation) : NOTHING),
  }
}

const NOTHING: Pick<MeasuredAnswer, 'entities' | 'sources'> = { entities: [], sources: [] }

/** Gives the first of equal texts: a million answers hold few different ones, and would be a gigabyte without. */
function sharing(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const first = known.get(text) ?? text
    known.set(text, first)
    return first
  }
}
