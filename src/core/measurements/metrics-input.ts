import type { Database } from '../../infra/database.ts'
import type { AnswerWithPages, InputWithPages, MetricsInput } from '../../metrics/metrics-input.ts'
import { createBrandTest } from '../brands/branded.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import { canonicalKey } from '../foundation/text.ts'
import { RESULT_AS_SHOWN, resultsExtractedBy } from '../observations/extracted-results.ts'
import type { Observation } from '../observations/observation.ts'
import { metricsInputOf } from './answer-input.ts'
import { leastCertain, type UncertainLabel, uncertainLabelsOf } from './uncertain-labels.ts'

interface Row {
  id: string
  ordinal: number
  status: AnswerWithPages['status']
  promptOrdinal: number
  provider: string
  location: string
  persona: string | null
  surface: string | null
  modelReported: string | null
  extractionVersion: number | null
  observation: Observation | null
}

/** Filter on the answers of a run; null means any. */
export interface PartFilter {
  provider?: string | null
  location?: string | null
}

/** Input for the metrics of a batch, and the labels that are listed for review. */
export interface LoadedInput extends InputWithPages {
  uncertain: readonly UncertainLabel[]
}

/** Results per statement. The observations of a whole batch may be hundreds of megabytes. */
const PAGE = 2_000

const COLUMNS = `r.id, r.ordinal, r.status, r.prompt_ordinal AS "promptOrdinal", r.provider, r.location, r.persona, r.surface,
  r.model_reported AS "modelReported", r.extraction_version AS "extractionVersion", r.observation`
const CONDITIONS = `r.batch_id = $1 AND r.ordinal > $2 AND ($3::text IS NULL OR r.provider = $3)
  AND ($4::text IS NULL OR r.location = $4) ORDER BY r.ordinal LIMIT ${PAGE}`
const PUBLISHED = `SELECT ${COLUMNS} FROM ${RESULT_AS_SHOWN} r WHERE ${CONDITIONS}`
const REEXTRACTED = `SELECT ${COLUMNS} FROM ${resultsExtractedBy('$5::uuid')} r WHERE ${CONDITIONS}`

/**
 * Loads the input for the metrics: the tracked entities and the results of a batch, optionally only for one provider or
 * location. With `reextractionId`, uses the observations of this re-extraction, published or not.
 */
export async function loadMetricsInput(
  database: Database,
  batchId: string,
  snapshot: Snapshot,
  { provider = null, location = null, reextractionId }: PartFilter & { reextractionId?: string } = {},
): Promise<LoadedInput> {
  const prompts = await loadPrompts(database, batchId)
  const isBranded = createBrandTest(snapshot)
  const measure = metricsInputOf(snapshot)
  const answers: AnswerWithPages[] = []
  let uncertain: UncertainLabel[] = []
  const intern = createInterner()
  for (let after = -1; ; ) {
    const { rows } = await database.pool.query<Row>({
      name: reextractionId ? 'metrics-input-reextracted' : 'metrics-input',
      text: reextractionId ? REEXTRACTED : PUBLISHED,
      values: [batchId, after, provider, location, ...(reextractionId ? [reextractionId] : [])],
    })
    for (const row of rows) {
      answers.push(answerOf(row, measure, intern))
      if (row.observation) uncertain.push(...uncertainLabelsOf(row.id, row.observation))
    }
    uncertain = leastCertain(uncertain)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    after = last.ordinal
  }
  return {
    entities: metricsEntities(snapshot),
    prompts: prompts.map((prompt) => ({ ...prompt, branded: isBranded(prompt.text) })),
    answers,
    uncertain,
  }
}

/** Returns the prompts of a batch with their tags in canonical form, in order. */
export async function loadPrompts(
  database: Database,
  batchId: string,
): Promise<{ text: string; tags: string[] }[]> {
  const { rows } = await database.pool.query<{ text: string; tags: string[] }>({
    name: 'metrics-prompts',
    text: 'SELECT text, tags FROM batch_prompt WHERE batch_id = $1 ORDER BY ordinal',
    values: [batchId],
  })
  return rows.map(({ text, tags }) => ({ text, tags: [...new Set(tags.map(canonicalKey))] }))
}

/** Returns the tracked entities with their ids: first the brand with the id `brand`, then the competitors. */
export function metricsEntities({ brand, competitors }: Snapshot): MetricsInput['entities'] {
  return [{ id: 'brand', name: brand.name }, ...competitors.map(({ id, name }) => ({ id, name }))]
}

function answerOf(
  row: Row,
  measure: ReturnType<typeof metricsInputOf>,
  intern: (text: string) => string,
): AnswerWithPages {
  const { status, promptOrdinal, provider, location, persona, surface, modelReported, extractionVersion } =
    row
  return {
    status,
    prompt: promptOrdinal,
    provider: intern(provider),
    location: intern(location),
    persona: persona === null ? null : intern(persona),
    basis: intern(JSON.stringify([surface, modelReported, extractionVersion])),
    ...(row.observation ? measure(row.observation) : NO_OBSERVATION),
  }
}

const NO_OBSERVATION: ReturnType<ReturnType<typeof metricsInputOf>> = {
  entities: [],
  sources: [],
  placed: null,
  searched: null,
}

/**
 * Returns a function that returns the same string object for equal texts. A million answers contain few distinct texts,
 * and copies of them would take a gigabyte.
 */
function createInterner(): (text: string) => string {
  const interned = new Map<string, string>()
  return (text) => {
    const first = interned.get(text) ?? text
    interned.set(text, first)
    return first
  }
}
