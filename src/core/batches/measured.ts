import type { Database } from '../../infra/database.ts'
import type { MeasuredAnswer, MeasuredEntity } from '../../metrics/summarize.ts'
import type { Observation } from '../results/observation.ts'
import type { Snapshot } from './snapshot.ts'

interface Row {
  status: MeasuredAnswer['status']
  promptOrdinal: number
  observation: Observation | null
}

/** What the metrics need of every result of a batch, with the entities they are about. */
export async function loadMeasured(
  database: Database,
  batchId: string,
  snapshot: Snapshot,
): Promise<{ entities: MeasuredEntity[]; answers: MeasuredAnswer[] }> {
  const { rows } = await database.pool.query<Row>({
    name: 'measured-results',
    text: `SELECT status, prompt_ordinal AS "promptOrdinal", observation FROM result
           WHERE batch_id = $1 ORDER BY ordinal`,
    values: [batchId],
  })
  const entities = [
    { id: 'brand', name: snapshot.brand.name },
    ...snapshot.competitors.map(({ id, name }) => ({ id, name })),
  ]
  return { entities, answers: rows.map((row) => measure(row)) }
}

function measure({ status, promptOrdinal, observation }: Row): MeasuredAnswer {
  if (!observation) return { status, prompt: promptOrdinal, entities: [] }
  const { brand, sentiment, competitors, citations, recommendation } = observation
  const isCited = (owner: string, id: string | null) =>
    citations.some(
      (source) => source.kind === 'cited' && source.owner === owner && source.competitorId === id,
    )
  return {
    status,
    prompt: promptOrdinal,
    entities: [
      {
        mentioned: brand.mentioned,
        position: brand.position,
        sentiment: sentiment.score,
        recommended: recommendation.recommended,
        cited: isCited('brand', null),
      },
      ...competitors.map((competitor) => ({
        mentioned: competitor.mentioned,
        position: competitor.position,
        sentiment: competitor.sentiment,
        recommended: competitor.recommended,
        cited: isCited('competitor', competitor.id),
      })),
    ],
  }
}
