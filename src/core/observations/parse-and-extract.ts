import { extractWith } from '../../extraction/extract.ts'
import { type JudgeRequest, prepareJudgeRequest } from '../../extraction/judge/request.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import type { Ctx } from '../foundation/context.ts'
import type { JudgementRecord } from '../judgements/judgement.ts'
import { type Driver, type ProviderAnswer, ProviderError, type RawAnswer } from '../provider-port/driver.ts'
import type { Provider } from '../provider-port/registry.ts'
import { type DiscoveredName, discoveredIn } from './discovered-names.ts'
import type { ExtractionDeps, ThreadTask } from './extraction-threads.ts'
import { cachedExtractor, type Extractor } from './extractor.ts'
import type { Observation } from './observation.ts'
import { observe } from './observe.ts'
import { findPlacedBrands } from './placements.ts'
import { checkLength, isLarge } from './size.ts'

/** A received answer with its question, and options for the extraction. */
export interface ReceivedAnswer {
  raw: RawAnswer
  prompt: string
  location: string
  /** Labels of a judge, used instead of the labels of the rules. */
  judgement: JudgementRecord | null
  /**
   * Prepares a request to a judge about the brands whose labels have a lower probability, 0…1; null prepares none.
   */
  judgeBelow: number | null
}

/** A parsed answer and the data extracted from it. */
export interface ExtractedAnswer {
  answer: ProviderAnswer
  /** This field and the next two are null unless the status of the answer is `ok`. */
  observation: Observation | null
  discovered: DiscoveredName[] | null
  extractionVersion: number | null
  /** Null if none was requested, for answers without a mention, and for simulated answers, which are not judged. */
  judgeRequest: JudgeRequest | null
}

/**
 * Parses the response of a provider and extracts brands and sources from the answer. Large answers are always processed
 * in a thread, because they would block the event loop.
 * @param options.inThread whether small answers are processed in a thread as well
 * @throws {ProviderError} of kind `drift` for a response that cannot be parsed, is too long, or exceeds the limits of
 *   the thread. Any other error is a bug in this process
 */
export async function parseAndExtract(
  ctx: Ctx<ExtractionDeps>,
  { id, driverName, driver }: Provider,
  extractor: Extractor,
  received: ReceivedAnswer,
  { inThread = false } = {},
): Promise<ExtractedAnswer> {
  if (!inThread && !isLarge(received.raw)) return read(driver.read, extractor, received)
  const { snapshot } = extractor
  return ctx.deps.extractionThreads.run(PARSE_AND_EXTRACT, {
    provider: { id, driverName },
    snapshot,
    received,
  })
}

/** {@link parseAndExtract} as a task for a thread. */
export const PARSE_AND_EXTRACT: ThreadTask<
  { provider: Pick<Provider, 'id' | 'driverName'>; snapshot: Snapshot; received: ReceivedAnswer },
  ExtractedAnswer
> = {
  name: 'read-answer',
  run: ({ provider, snapshot, received }, { readerOf }) =>
    read(readerOf(provider).read, cachedExtractor(snapshot), received),
}

function read(
  parse: Driver['read'],
  { matcher, snapshot }: Extractor,
  { raw, prompt, location, judgement, judgeBelow }: ReceivedAnswer,
): ExtractedAnswer {
  const answer = parsed(() => parse(raw, { prompt, location }))
  if (answer.status !== 'ok')
    return { answer, observation: null, discovered: null, extractionVersion: null, judgeRequest: null }
  const { text, model, usage, costUsd } = answer
  checkLength(text, { model, usage, costUsd })
  const extraction = extractWith(matcher, answer)
  const isJudged = answer.surface !== 'simulated'
  const discovered = discoveredIn(text, extraction)
  const placements = findPlacedBrands(answer.placements, { matcher, snapshot }, discovered)
  return {
    answer,
    observation: observe(text, extraction, snapshot, isJudged ? judgement : null, {
      placements,
      searched: answer.searched,
    }),
    discovered,
    extractionVersion: extraction.extractionVersion,
    judgeRequest:
      isJudged && judgeBelow !== null ? prepareJudgeRequest(text, extraction, { below: judgeBelow }) : null,
  }
}

/** Parses a response. Converts any other error that a driver throws for an unexpected response into a ProviderError. */
function parsed(parse: () => ProviderAnswer): ProviderAnswer {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError('drift', 'The response of the provider could not be parsed.', { cause: error })
  }
}
