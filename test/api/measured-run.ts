import { finalizeBatch } from '../../src/core/batches/finalize.ts'
import type { CitedSource, Observation } from '../../src/core/results/observation.ts'
import type { World } from '../world.ts'
import type { RunPlace } from './run-place.ts'

/** What an answer says, or what became of it instead. */
export type Said =
  | {
      /** Place of the brand among the named; null when it is not named. */
      brand: number | null
      competitor?: number | null
      sentiment?: number | null
      recommended?: boolean
      cited?: boolean
      rank?: number
      /** Instead of what `cited` says. */
      sources?: Pick<CitedSource, 'url' | 'domain' | 'kind' | 'owner'>[]
      model?: string
    }
  | 'refused'
  | 'not_shown'
  | 'failed'

export type Unit = { prompt: string; provider: string; location: string }

/** Runs a place by hand, in a world without workers, with answers that say what the test wants; resolves with the run's id. */
export async function runWith(world: World, place: RunPlace, say: (unit: Unit) => Said): Promise<string> {
  const { prisma } = world.operator.db
  const runId: string = (await place.call('POST /v1/analysis/trigger')).body.data.runId
  const competitors = await prisma.competitor.findMany({ where: { projectId: place.projectId } })
  const prompts = await prisma.batchPrompt.findMany({ where: { batchId: runId } })
  let failed = 0
  for (const result of await prisma.result.findMany({ where: { batchId: runId } })) {
    const { provider, location } = result
    const prompt = prompts.find(({ ordinal }) => ordinal === result.promptOrdinal)?.text ?? ''
    const said = say({ prompt, provider, location })
    if (said === 'failed') failed += 1
    const answered = typeof said === 'object'
    await prisma.result.update({
      where: { id: result.id },
      data: {
        status: answered ? 'ok' : said,
        answeredAt: new Date(),
        ...(answered && {
          surface: 'api',
          modelReported: said.model ?? 'model-1',
          extractionVersion: 1,
          observation: observationOf(said, competitors[0]?.id),
        }),
      },
    })
  }
  const { total } = await prisma.batch.findUniqueOrThrow({ where: { id: runId } })
  await prisma.batch.update({
    where: { id: runId },
    data: { status: 'running', completed: total - failed, failed },
  })
  await finalizeBatch({ ctx: world.operator, input: { batchId: runId } })
  await place.freeManualRun()
  return runId
}

function observationOf(said: Exclude<Said, string>, competitorId: string | undefined) {
  const { brand, competitor = null, sentiment = null, recommended = false, cited = false } = said
  const { rank = null, sources } = said
  return {
    brand: {
      mentioned: brand !== null,
      denied: false,
      mentionCount: brand === null ? 0 : 1,
      firstOffset: brand === null ? null : 0,
      position: brand,
      spans: [],
    },
    sentiment: {
      label: null,
      score: sentiment,
      positive: sentiment !== null && sentiment > 0 ? 1 : 0,
      neutral: sentiment === 0 ? 1 : 0,
      negative: sentiment !== null && sentiment < 0 ? 1 : 0,
    },
    competitors: competitorId
      ? [
          {
            id: competitorId,
            name: 'Boardly',
            mentioned: competitor !== null,
            mentionCount: competitor === null ? 0 : 1,
            position: competitor,
            sentiment: null,
            sentimentLabel: null,
            recommended: false,
            rank: null,
          },
        ]
      : [],
    citations: sources
      ? sources.map((source, index) => ({
          position: index + 1,
          title: null,
          competitorId: source.owner === 'competitor' ? (competitorId ?? null) : null,
          ...source,
        }))
      : cited
        ? [
            {
              position: 1,
              url: 'https://taskfern.example/',
              title: null,
              domain: 'taskfern.example',
              kind: 'cited',
              owner: 'brand',
              competitorId: null,
            },
          ]
        : [],
    recommendation: { recommended, strength: null, rank, listSize: null, evidence: null },
    judge: null,
    details: {
      length: 100,
      competitors: competitorId
        ? [
            {
              denied: false,
              firstOffset: competitor === null ? null : 50,
              positive: 0,
              neutral: competitor === null ? 0 : 1,
              negative: 0,
              strength: null,
            },
          ]
        : [],
    },
  } satisfies Observation
}
