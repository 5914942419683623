import type { Prisma } from '../../generated/prisma/client.ts'
import type { Summary } from '../../metrics/definitions.ts'
import type { MetricsAnswer } from '../../metrics/metrics-input.ts'
import { summarize } from '../../metrics/summarize.ts'
import { type ComparedRun, compareMentionRates } from './comparison.ts'
import { type EntityRow, entityRowsOf } from './metric-rows.ts'

/** Means of the brand over the answers to a prompt, with intervals. */
export type PromptMeans = Pick<Summary, 'positionMean' | 'prominence' | 'sentimentMean'>

/** Metrics of a prompt in a run: a row of `prompt_metric`. */
export interface PromptMetricRow {
  /** Ordinal of the prompt in the run. */
  ordinal: number
  answers: number
  named: number
  lost: number | null
  averagePosition: number | null
  sentiment: number | null
  means: PromptMeans
  metrics: EntityRow[]
}

/**
 * Computes the metrics of every prompt of an ended run, compared with the prompt of the same text in the previous run.
 * Yields to the event loop between prompts, because together they may take a second of CPU time.
 */
export async function promptMetricRowsOf(
  run: ComparedRun,
  previous: ComparedRun | null,
): Promise<PromptMetricRow[]> {
  const earlier = previous && answersByText(previous)
  const withAnswers = (compared: ComparedRun, answers: readonly MetricsAnswer[] = []): ComparedRun => ({
    ...compared,
    input: { ...compared.input, answers },
  })
  const rows: PromptMetricRow[] = []
  for (const [ordinal, answers] of answersByPrompt(run)) {
    const text = run.input.prompts[ordinal]?.text ?? ''
    const current = withAnswers(run, answers)
    const summary = summarize(current.input)
    const comparison = compareMentionRates(current, previous && withAnswers(previous, earlier?.get(text)))
    const previousExtractionRevision = previous?.extractionRevision ?? null
    const { mentionRate, lostRate, averagePosition, positionMean, prominence, sentiment, sentimentMean } =
      summary
    rows.push({
      ordinal,
      answers: summary.results.ok,
      named: mentionRate.numerator,
      lost: summary.entities.length > 2 ? lostRate.numerator : null,
      averagePosition,
      sentiment,
      means: { positionMean, prominence, sentimentMean },
      metrics: entityRowsOf({ summary, comparison, changes: null, previousExtractionRevision }),
    })
    await new Promise((resolve) => setImmediate(resolve))
  }
  return rows
}

function answersByPrompt({ input }: ComparedRun): Map<number, MetricsAnswer[]> {
  const byPrompt = new Map<number, MetricsAnswer[]>()
  for (const answer of input.answers) {
    const answers = byPrompt.get(answer.prompt)
    if (answers) answers.push(answer)
    else byPrompt.set(answer.prompt, [answer])
  }
  return byPrompt
}

function answersByText(run: ComparedRun): Map<string, MetricsAnswer[]> {
  const { prompts } = run.input
  return new Map(
    [...answersByPrompt(run)].map(([ordinal, answers]) => [prompts[ordinal]?.text ?? '', answers]),
  )
}

/** Prompts per statement. The JSON of all prompts of a large run has ten megabytes and would block the event loop. */
const PAGE = 100

/** Replaces the rows of a run. Call it after the end of the run is recorded. */
export async function writePromptMetricRows(
  db: Prisma.TransactionClient,
  batchId: string,
  rows: readonly PromptMetricRow[],
): Promise<void> {
  await db.promptMetric.deleteMany({ where: { batchId } })
  for (let start = 0; start < rows.length; start += PAGE) {
    const json = JSON.stringify(rows.slice(start, start + PAGE))
    await db.$executeRaw`
      INSERT INTO prompt_metric (batch_id, prompt_id, ended_at, answers, named, lost, average_position, sentiment, means, metrics)
      SELECT b.id, p.prompt_id, b.finished_at, r.answers, r.named, r.lost, r."averagePosition", r.sentiment, r.means, r.metrics
      FROM json_to_recordset(${json}::json) AS r (ordinal int, answers int, named int, lost int,
        "averagePosition" float8, sentiment float8, means json, metrics json)
      JOIN batch b ON b.id = ${batchId}::uuid
      JOIN batch_prompt p ON p.batch_id = b.id AND p.ordinal = r.ordinal AND p.prompt_id IS NOT NULL`
  }
}
