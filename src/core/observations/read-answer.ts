import { extractWith } from '../../extraction/extract.ts'
import { type JudgeRequest, prepareJudgeRequest } from '../../extraction/judge/request.ts'
import { readerOf } from '../../providers/answer-readers.ts'
import { type Driver, type ProviderAnswer, ProviderError, type RawAnswer } from '../../providers/driver.ts'
import type { Provider } from '../../providers/registry.ts'
import type { Ctx, ThreadTask } from '../context.ts'
import type { JudgementRecord } from '../judgements/judgement.ts'
import type { Snapshot } from '../snapshot.ts'
import { type DiscoveredName, discoveredIn } from './discovered-names.ts'
import { cachedExtractor, type Extractor } from './extractor.ts'
import type { Observation } from './observation.ts'
import { observe } from './observe.ts'
import { checkLength, isLarge } from './size.ts'

/** An answer as it was received, and how to read it. */
export interface ReceivedAnswer {
  raw: RawAnswer
  /** What was asked. */
  prompt: string
  location: string
  /** The labels of a judge, used in place of those of the rules. */
  judgement: JudgementRecord | null
  /** Whether a request to a judge is to be prepared. */
  toJudge: boolean
}

/** What was read of an answer. */
export interface AnswerReading {
  answer: ProviderAnswer
  /** These three are null unless its status is `ok`. */
  observation: Observation | null
  discovered: DiscoveredName[] | null
  extractionVersion: number | null
  /** Null where none was wanted, for an answer without a mention, and for simulated answers, which are not judged. */
  judgeRequest: JudgeRequest | null
}

/**
 * Parses the response of a provider and extracts what its answer says: on the event loop, or in a thread where that would hold
 * it up.
 * @throws {ProviderError} of kind `drift` for a response that cannot be parsed, is too long, or cannot be read within the limits
 *   of the thread; anything else is a fault of this process
 */
export async function readAnswer(
  ctx: Ctx,
  { id, driverName, driver }: Provider,
  extractor: Extractor,
  received: ReceivedAnswer,
): Promise<AnswerReading> {
  if (!isLarge(received.raw)) return read(driver.read, extractor, received)
  const { snapshot } = extractor
  return ctx.deps.readingThread.run(READ_ANSWER, { provider: { id, driverName }, snapshot, received })
}

/** {@link readAnswer} in a thread. */
export const READ_ANSWER: ThreadTask<
  { provider: Pick<Provider, 'id' | 'driverName'>; snapshot: Snapshot; received: ReceivedAnswer },
  AnswerReading
> = {
  name: 'read-answer',
  run: ({ provider, snapshot, received }) =>
    read(readerOf(provider).read, cachedExtractor(snapshot), received),
}

function read(
  parse: Driver['read'],
  { matcher, snapshot }: Extractor,
  { raw, prompt, location, judgement, toJudge }: ReceivedAnswer,
): AnswerReading {
  const answer = parsed(() => parse(raw, { prompt, location }))
  if (answer.status !== 'ok')
    return { answer, observation: null, discovered: null, extractionVersion: null, judgeRequest: null }
  const { text, model, usage, costUsd } = answer
  checkLength(text, { model, usage, costUsd })
  const extraction = extractWith(matcher, answer)
  const isJudged = answer.surface !== 'simulated'
  return {
    answer,
    observation: observe(text, extraction, snapshot, isJudged ? judgement : null),
    discovered: discoveredIn(text, extraction),
    extractionVersion: extraction.extractionVersion,
    judgeRequest: isJudged && toJudge ? prepareJudgeRequest(text, extraction) : null,
  }
}

/** A driver throws ProviderErrors; whatever else it throws about a response that it does not expect means the same. */
function parsed(parse: () => ProviderAnswer): ProviderAnswer {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError('drift', 'The response of the provider could not be parsed.', { cause: error })
  }
}
