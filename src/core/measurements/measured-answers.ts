import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Database } from '../../infra/database.ts'
import { METRICS_VERSION } from '../../metrics/definitions.ts'
import type {
  MetricsAnswer,
  MetricsInput,
  MetricsMention,
  MetricsSource,
} from '../../metrics/metrics-input.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import { loadPrompts, metricsEntities, type PartFilter } from './metrics-input.ts'

/**
 * Answers of a measured run, as a row of `measured_answers` stores them. Comparing runs reads these rows instead of the
 * observations, which are about 15 times larger. Answers refer to the three lists by index, because they repeat the same
 * values. Raise METRICS_VERSION when this format changes.
 */
export interface MeasuredAnswers {
  /** Ordinals of the prompts that name the analysis brand; the same in all rows of a run. */
  branded: number[]
  texts: string[]
  mentions: StoredMention[]
  sources: StoredSource[]
  answers: StoredAnswer[]
}

/** Fields of a {@link MetricsAnswer} in this order. Texts, mentions and sources are indexes. */
type StoredAnswer = [
  status: MetricsAnswer['status'],
  prompt: number,
  provider: number,
  location: number,
  persona: number | null,
  basis: number,
  entities: number[],
  sources: number[],
  placed: readonly number[] | null,
  searched: boolean | null,
]

/** Fields of a {@link MetricsMention} in this order. */
type StoredMention = [
  mentioned: boolean,
  mentions: number,
  position: number | null,
  prominence: number | null,
  sentiment: number | null,
  label: MetricsMention['label'],
  tones: [positive: number, neutral: number, negative: number] | null,
  recommended: boolean | null,
  strength: MetricsMention['strength'],
  denied: boolean | null,
  themes: MetricsMention['themes'],
]

/** Fields of a {@link MetricsSource} in this order. */
type StoredSource = [domain: string, entity: number | null, cited: boolean]

/** Answers per row. The answers of a large run would be a value of hundreds of megabytes. */
const ANSWERS_PER_ROW = 2_000

/**
 * Returns the rows to store for the answers of a run. {@link readMeasuredAnswers} is the inverse. Yields to the event
 * loop after each row, because all rows of a large run may take a second of CPU time.
 */
export async function measuredAnswersOf({ prompts, answers }: MetricsInput): Promise<MeasuredAnswers[]> {
  const branded = prompts.flatMap((prompt, ordinal) => (prompt.branded ? [ordinal] : []))
  const count = Math.max(1, Math.ceil(answers.length / ANSWERS_PER_ROW))
  const rows: MeasuredAnswers[] = []
  for (let page = 0; page < count; page += 1) {
    const texts = new Distinct<string>()
    const mentions = new Distinct<StoredMention>()
    const sources = new Distinct<StoredSource>()
    const stored = answers
      .slice(page * ANSWERS_PER_ROW, (page + 1) * ANSWERS_PER_ROW)
      .map((answer): StoredAnswer => {
        const { status, prompt, provider, location, persona, basis, placed, searched } = answer
        return [
          status,
          prompt,
          texts.indexOf(provider),
          texts.indexOf(location),
          persona === null ? null : texts.indexOf(persona),
          texts.indexOf(basis),
          answer.entities.map((mention) => mentions.indexOf(toStoredMention(mention))),
          answer.sources.map(({ domain, entity, cited }) => sources.indexOf([domain, entity, cited])),
          placed,
          searched,
        ]
      })
    rows.push({ branded, texts: texts.all, mentions: mentions.all, sources: sources.all, answers: stored })
    await nextTurn()
  }
  return rows
}

function toStoredMention(mention: MetricsMention): StoredMention {
  const { mentioned, mentions, position, prominence, sentiment, label, tones } = mention
  const { recommended, strength, denied, themes } = mention
  const counts = tones && ([tones.positive, tones.neutral, tones.negative] satisfies StoredMention[6])
  const stance = [recommended, strength, denied] as const
  return [mentioned, mentions, position, prominence, sentiment, label, counts, ...stance, themes]
}

function toMention(stored: StoredMention): MetricsMention {
  const [mentioned, mentions, position, prominence, sentiment, label, counts] = stored
  const [, , , , , , , recommended, strength, denied, themes] = stored
  const tones = counts && { positive: counts[0], neutral: counts[1], negative: counts[2] }
  return {
    mentioned,
    mentions,
    position,
    prominence,
    sentiment,
    label,
    tones,
    recommended,
    strength,
    denied,
    themes,
  }
}

/** A list without equal values. */
class Distinct<T> {
  readonly all: T[] = []
  readonly #indexes = new Map<string, number>()

  /** Returns the index of a value. Adds it to the list if it is new. */
  indexOf(value: T): number {
    const key = JSON.stringify(value)
    const index = this.#indexes.get(key) ?? this.all.push(value) - 1
    this.#indexes.set(key, index)
    return index
  }
}

/** Replaces the measured answers of a batch. */
export async function writeMeasuredAnswers(
  db: Prisma.TransactionClient,
  batchId: string,
  rows: readonly MeasuredAnswers[],
): Promise<void> {
  await db.measuredAnswers.deleteMany({ where: { batchId } })
  for (const [page, row] of rows.entries())
    await db.$executeRaw`
      INSERT INTO measured_answers (batch_id, page, answers) VALUES (${batchId}::uuid, ${page}, ${JSON.stringify(row)}::json)`
}

/**
 * Returns the measured answers of a run, optionally only for one provider or location, as input for comparisons. Returns
 * null if there are none for this extraction and the current definitions of the metrics.
 */
export async function readMeasuredAnswers(
  database: Database,
  { id, extractionRevision, snapshot }: { id: string; extractionRevision: number; snapshot: Snapshot },
  filter: PartFilter = {},
): Promise<MetricsInput | null> {
  const { rows } = await database.pool.query<{ answers: MeasuredAnswers }>({
    name: 'measured-answers',
    text: `SELECT m.answers FROM measured_answers m JOIN batch b ON b.id = m.batch_id
           WHERE b.id = $1 AND b.extraction_revision = $2 AND b.metrics_version = $3 ORDER BY m.page`,
    values: [id, extractionRevision, METRICS_VERSION],
  })
  const [first] = rows
  if (!first) return null
  const branded = new Set(first.answers.branded)
  const prompts = await loadPrompts(database, id)
  return {
    entities: metricsEntities(snapshot),
    prompts: prompts.map((prompt, ordinal) => ({ ...prompt, branded: branded.has(ordinal) })),
    answers: rows.flatMap((row) => answersIn(row.answers, filter)),
  }
}

function answersIn(
  stored: MeasuredAnswers,
  { provider = null, location = null }: PartFilter,
): MetricsAnswer[] {
  const { texts, answers } = stored
  const mentions = stored.mentions.map(toMention)
  const sources = stored.sources.map(([domain, entity, cited]): MetricsSource => ({ domain, entity, cited }))
  // Stored answers only refer to existing elements.
  const at = <T>(list: readonly T[], index: number) => list[index] as T
  const read = ([status, prompt, ...rest]: StoredAnswer): MetricsAnswer => {
    const [providerText, locationText, persona, basis, entities, ofSources, placed, searched] = rest
    return {
      status,
      prompt,
      provider: at(texts, providerText),
      location: at(texts, locationText),
      persona: persona === null ? null : at(texts, persona),
      basis: at(texts, basis),
      entities: entities.map((mention) => at(mentions, mention)),
      sources: ofSources.map((source) => at(sources, source)),
      placed,
      searched,
    }
  }
  return answers
    .map(read)
    .filter(
      (answer) =>
        (provider === null || answer.provider === provider) &&
        (location === null || answer.location === location),
    )
}
