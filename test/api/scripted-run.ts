import { finalizeBatch } from '../../src/core/batches/finalize.ts'
import type { UnitErrorCode } from '../../src/core/batches/unit-errors.ts'
import { snapshotSchema } from '../../src/core/brands/snapshot.ts'
import { type DiscoveredName, discoveredIn } from '../../src/core/observations/discovered-names.ts'
import { extractorOf } from '../../src/core/observations/extractor.ts'
import type { CitedSource, Observation } from '../../src/core/observations/observation.ts'
import { observe } from '../../src/core/observations/observe.ts'
import { extractWith } from '../../src/extraction/extract.ts'
import { EXTRACTION_VERSION, type SourceCitation } from '../../src/extraction/foundation/observation.ts'
import type { World } from '../world.ts'
import type { RunProject } from './run-project.ts'

/** The content of an answer, or the status of a question without an answer. */
export type ScriptedAnswer =
  | {
      /** Position of the brand among the named entities; null if it is not named. */
      brand: number | null
      competitor?: number | null
      /** Positions of the other competitors, in the order of the project. */
      others?: readonly (number | null)[]
      sentiment?: number | null
      recommended?: boolean
      cited?: boolean
      rank?: number
      /** Replaces the single citation that `cited` adds. */
      sources?: Pick<CitedSource, 'url' | 'domain' | 'kind' | 'owner'>[]
      model?: string
      /** Names of untracked brands. If omitted, the answer was extracted without discovery. */
      discovered?: DiscoveredName[]
    }
  | {
      /** Text of the answer, which is extracted like a real answer. */
      text: string
      citations?: SourceCitation[]
    }
  | { error: { code: UnitErrorCode; message: string } }
  | 'refused'
  | 'not_shown'
  | 'failed'

export type Unit = { prompt: string; provider: string; location: string }

/**
 * Triggers a run in a world without workers, stores an observation for each unit according to `answerOf`, ends the
 * run, and returns its id.
 */
export async function runWithAnswers(
  world: World,
  project: RunProject,
  answerOf: (unit: Unit) => ScriptedAnswer,
): Promise<string> {
  const { prisma } = world.operator.db
  const runId: string = (await project.call('POST /v1/analysis/trigger')).body.data.runId
  const competitors = await prisma.competitor.findMany({
    where: { projectId: project.projectId },
    orderBy: { ordinal: 'asc' },
  })
  const batch = await prisma.batch.findUniqueOrThrow({ where: { id: runId } })
  const { snapshot, matcher } = extractorOf(snapshotSchema.parse(batch.snapshot))
  const prompts = await prisma.batchPrompt.findMany({ where: { batchId: runId } })
  const extractFrom = ({ text, citations = [] }: { text: string; citations?: SourceCitation[] }) => {
    const extraction = extractWith(matcher, { text, citations })
    return {
      extractionVersion: EXTRACTION_VERSION,
      observation: observe(text, extraction, snapshot, null) satisfies Observation as object,
      discovered: discoveredIn(text, extraction) as object[],
    }
  }
  let failed = 0
  for (const result of await prisma.result.findMany({ where: { batchId: runId } })) {
    const { provider, location } = result
    const prompt = prompts.find(({ ordinal }) => ordinal === result.promptOrdinal)?.text ?? ''
    const answer = answerOf({ prompt, provider, location })
    const error = typeof answer === 'object' && 'error' in answer ? answer.error : null
    if (answer === 'failed' || error) failed += 1
    const answered = typeof answer === 'object' && !('error' in answer)
    await prisma.result.update({
      where: { id: result.id },
      data: {
        status: typeof answer === 'string' ? answer : error ? 'failed' : 'ok',
        ...(error && { error }),
        answeredAt: new Date(),
        ...(answered && {
          surface: 'api',
          ...('text' in answer
            ? extractFrom(answer)
            : {
                modelReported: answer.model ?? 'model-1',
                extractionVersion: 1,
                observation: observationOf(answer, competitors),
                ...(answer.discovered && { discovered: answer.discovered as object[] }),
              }),
        }),
      },
    })
    if (answered && 'text' in answer)
      await prisma.answer.create({ data: { resultId: result.id, text: answer.text, facts: {} } })
  }
  const { total } = batch
  await prisma.batch.update({
    where: { id: runId },
    data: { status: 'running', completed: total - failed, failed },
  })
  await finalizeBatch(world.operator, runId)
  await project.freeManualRun()
  return runId
}

function observationOf(
  answer: Exclude<ScriptedAnswer, string | { text: string } | { error: object }>,
  competitors: readonly { id: string; name: string }[],
) {
  const { brand, competitor = null, others = [], sentiment = null, recommended = false } = answer
  const { cited = false, rank = null, sources } = answer
  const positions = [competitor, ...others]
  const competitorId = competitors[0]?.id
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
      label: sentiment === null ? null : sentiment > 0 ? 'positive' : sentiment < 0 ? 'negative' : 'neutral',
      score: sentiment,
      positive: sentiment !== null && sentiment > 0 ? 1 : 0,
      neutral: sentiment === 0 ? 1 : 0,
      negative: sentiment !== null && sentiment < 0 ? 1 : 0,
    },
    competitors: competitors.map(({ id, name }, index) => ({
      id,
      name,
      mentioned: (positions[index] ?? null) !== null,
      mentionCount: (positions[index] ?? null) === null ? 0 : 1,
      position: positions[index] ?? null,
      sentiment: null,
      sentimentLabel: null,
      recommended: false,
      rank: null,
    })),
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
      competitors: competitors.map((_, index) => {
        const isNamed = (positions[index] ?? null) !== null
        return {
          denied: false,
          firstOffset: isNamed ? 50 : null,
          positive: 0,
          neutral: isNamed ? 1 : 0,
          negative: 0,
          strength: null,
        }
      }),
    },
  } satisfies Observation
}
