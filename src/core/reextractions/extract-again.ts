import { canonicalUrl } from '../../extraction/citations/canonical-url.ts'
import { extractWith } from '../../extraction/extract.ts'
import { EXTRACTION_VERSION } from '../../extraction/observation.ts'
import { readerOf } from '../../providers/answer-readers.ts'
import {
  type AnswerCitation,
  type Driver,
  PARSER_VERSION,
  type ProviderAnswer,
  ProviderError,
  type RawAnswer,
} from '../../providers/driver.ts'
import type { Provider } from '../../providers/registry.ts'
import type { UnitError } from '../batches/unit-errors.ts'
import type { Ctx, ThreadTask } from '../context.ts'
import type { JudgementRecord } from '../judgements/judgement.ts'
import { type DiscoveredName, discoveredIn } from '../observations/discovered-names.ts'
import { cachedExtractor, type Extractor } from '../observations/extractor.ts'
import type { CitedSource, Observation } from '../observations/observation.ts'
import { observe } from '../observations/observe.ts'
import { type AnswerFacts, type Reading, readingOf } from '../observations/reading.ts'
import { checkLength, isLarge } from '../observations/size.ts'
import type { ShownStatus } from '../results/definition.ts'
import type { Snapshot } from '../snapshot.ts'
import { changesBetween, type ExtractionChange } from './changes.ts'

/** Grows with the drivers' parsers and with the rules of extraction: what a lower one has read is to be read again. */
export const READER_VERSION = PARSER_VERSION + EXTRACTION_VERSION

/** What was read of a response, as it is stored; a {@link Reading} where it could be read. */
interface StoredReading {
  status: ShownStatus
  simulated: boolean
  surface: string | null
  locationApplied: string | null
  modelRequested: string | null
  modelReported: string | null
  error: UnitError | null
  /** Null without an answer. */
  text: string | null
  facts: Partial<AnswerFacts> | null
  parserVersion: number | null
}

/** A response as it is stored, with what was read of it before. */
export interface StoredAnswer extends StoredReading {
  id: string
  ordinal: number
  provider: string
  location: string
  prompt: string
  raw: RawAnswer | null
  /** That of the text which was read first. */
  judgement: JudgementRecord | null
  observation: Observation | null
  /** Whether `text` is the one that was read first. */
  isFirstText: boolean
}

/** A stored response, read again. */
export interface ReextractedAnswer extends StoredReading {
  id: string
  /** Null where it is the one that was read first, and without an answer. */
  text: string | null
  /** These three are null unless the status is `ok`. */
  observation: Observation | null
  discovered: DiscoveredName[] | null
  extractionVersion: number | null
  /** How it differs from the reading before. */
  changed: ExtractionChange[]
}

/**
 * Reads a stored response again without asking a provider: by the parser that the configured provider of that name has now, and
 * by the rules of extraction of today. What cannot be parsed now keeps the status, text and sources that it had. A stored
 * judgement is applied again as long as the text is the one that was judged. So the result does not require any provider or
 * judge to be configured. Large responses are read in a thread.
 * @throws {ProviderError} of kind `drift` for an answer that is too long, or cannot be read within the limits of the thread
 */
export async function extractAgain(
  ctx: Ctx,
  answer: StoredAnswer,
  extractor: Extractor,
): Promise<ReextractedAnswer> {
  const provider = ctx.deps.providers.find(answer.provider)
  if (!isLarge([answer.text, answer.raw])) return extract(provider?.driver.read ?? null, answer, extractor)
  const { snapshot } = extractor
  const reader = provider && { id: provider.id, driverName: provider.driverName }
  try {
    return await ctx.deps.readingThread.run(EXTRACT_AGAIN, { provider: reader, answer, snapshot })
  } catch (error) {
    if (answer.status !== 'failed' || !(error instanceof ProviderError)) throw error
    // Nothing could be read of it before either.
    return extract(null, answer, extractor)
  }
}

/** {@link extractAgain} in a thread. */
export const EXTRACT_AGAIN: ThreadTask<
  { provider: Pick<Provider, 'id' | 'driverName'> | null; answer: StoredAnswer; snapshot: Snapshot },
  ReextractedAnswer
> = {
  name: 'extract-again',
  run: ({ provider, answer, snapshot }) =>
    extract(provider && readerOf(provider).read, answer, cachedExtractor(snapshot)),
}

function extract(
  read: Driver['read'] | null,
  before: StoredAnswer,
  { matcher, snapshot }: Extractor,
): ReextractedAnswer {
  const found = read && parseAgain(read, before)
  const reading: Reading | StoredReading = found ? readingOf(found) : before
  const { status, simulated, surface, locationApplied, modelRequested, modelReported } = reading
  const { text, facts, parserVersion } = reading
  const isFirstText = before.isFirstText && text === before.text
  let observation: Observation | null = null
  let discovered: DiscoveredName[] | null = null
  let extractionVersion: number | null = null
  if (status === 'ok' && text !== null) {
    checkLength(text)
    const citations = found?.citations ?? before.observation?.citations.map(toAnswerCitation) ?? []
    const extraction = extractWith(matcher, { text, citations })
    observation = observe(text, extraction, snapshot, isFirstText ? before.judgement : null)
    discovered = discoveredIn(text, extraction)
    ;({ extractionVersion } = extraction)
  }
  const after = { status, text, observation }
  return {
    id: before.id,
    status,
    simulated,
    surface,
    locationApplied,
    modelRequested,
    modelReported,
    error: found ? null : before.error,
    text: isFirstText ? null : text,
    facts,
    parserVersion,
    observation,
    discovered,
    extractionVersion,
    changed: changesBetween(before, after),
  }
}

/** Null for a response that cannot be parsed; the provider may have another driver now than the one that received it. */
function parseAgain(read: Driver['read'], { raw, prompt, location }: StoredAnswer): ProviderAnswer | null {
  if (!raw) return null
  try {
    const found = read(raw, { prompt, location })
    checkLength(found.text)
    return found
  } catch {
    return null
  }
}

function toAnswerCitation({ url, title, domain, kind, spans }: CitedSource): AnswerCitation {
  // A stored domain that is not that of the address was named by the provider.
  const isNamed = canonicalUrl(url)?.domain !== domain
  return { url, title, kind, spans: spans ?? [], ...(isNamed && { domain }) }
}
