import { canonicalUrl } from '../../extraction/document/citations/canonical-url.ts'
import { extractWith } from '../../extraction/extract.ts'
import { EXTRACTION_VERSION } from '../../extraction/foundation/observation.ts'
import type { UnitError } from '../batches/unit-errors.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import type { Ctx } from '../foundation/context.ts'
import type { JudgementRecord } from '../judgements/judgement.ts'
import { type DiscoveredName, discoveredIn } from '../observations/discovered-names.ts'
import type { ExtractionDeps, ThreadTask } from '../observations/extraction-threads.ts'
import { cachedExtractor, type Extractor } from '../observations/extractor.ts'
import type { CitedSource, Observation } from '../observations/observation.ts'
import { observe } from '../observations/observe.ts'
import { type AnswerFacts, type ParsedAnswer, toParsedAnswer } from '../observations/parsed-answer.ts'
import { findPlacedBrands } from '../observations/placements.ts'
import { checkLength, isLarge } from '../observations/size.ts'
import {
  type AnswerCitation,
  type Driver,
  PARSER_VERSION,
  type ProviderAnswer,
  ProviderError,
  type RawAnswer,
} from '../provider-port/driver.ts'
import type { Provider } from '../provider-port/registry.ts'
import { findInAnyAccount } from '../providers/registry-of.ts'
import type { ShownStatus } from '../results/definition.ts'
import { changesBetween, type ExtractionChange } from './changes.ts'

/** Version of parsing and extraction together. Results of a lower version must be extracted again. */
export const READER_VERSION = PARSER_VERSION + EXTRACTION_VERSION

/** The stored extraction of a response. It is a {@link ParsedAnswer} if the response could be parsed. */
interface StoredReading {
  status: ShownStatus
  simulated: boolean
  surface: string | null
  locationApplied: string | null
  modelRequested: string | null
  modelReported: string | null
  error: UnitError | null
  /** Null if there is no answer. */
  text: string | null
  facts: Partial<AnswerFacts> | null
  parserVersion: number | null
}

/** A stored response with its previous extraction. */
export interface StoredAnswer extends StoredReading {
  id: string
  ordinal: number
  provider: string
  location: string
  prompt: string
  raw: RawAnswer | null
  /** Judgement of the first extracted text. */
  judgement: JudgementRecord | null
  observation: Observation | null
  /** Whether `text` is the first extracted text. */
  isFirstText: boolean
}

/** The new extraction of a stored response. */
export interface ReextractedAnswer extends StoredReading {
  id: string
  /** Null if there is no answer, or if the text is still the first extracted text, which is already stored. */
  text: string | null
  /** These three are null unless the status is `ok`. */
  observation: Observation | null
  discovered: DiscoveredName[] | null
  extractionVersion: number | null
  /** Differences from the previous extraction. */
  changed: ExtractionChange[]
}

/**
 * Extracts a stored response again, without calling a provider or a judge. It uses the current parser of the configured
 * provider with that name, and the current extraction rules. If the response cannot be parsed, the previous status,
 * text and sources are kept. A stored judgement is applied again if the text is still the one that was judged. Large
 * responses are always extracted in a thread.
 * @param options.inThread whether small responses are extracted in a thread as well
 * @throws {ProviderError} of kind `drift` for an answer that is too long or exceeds the limits of the thread
 */
export async function reextractAnswer(
  ctx: Ctx<ExtractionDeps>,
  answer: StoredAnswer,
  extractor: Extractor,
  { inThread = false } = {},
): Promise<ReextractedAnswer> {
  const provider = findInAnyAccount(ctx, answer.provider)
  if (!inThread && !isLarge([answer.text, answer.raw]))
    return extract(provider?.driver.read ?? null, answer, extractor)
  const { snapshot } = extractor
  const reader = provider && { id: provider.id, driverName: provider.driverName }
  try {
    return await ctx.deps.extractionThreads.run(EXTRACT_AGAIN, { provider: reader, answer, snapshot })
  } catch (error) {
    if (answer.status !== 'failed' || !(error instanceof ProviderError)) throw error
    // The result was already failed, so it simply stays failed.
    return extract(null, answer, extractor)
  }
}

/** {@link reextractAnswer} as a task for a thread. */
export const EXTRACT_AGAIN: ThreadTask<
  { provider: Pick<Provider, 'id' | 'driverName'> | null; answer: StoredAnswer; snapshot: Snapshot },
  ReextractedAnswer
> = {
  name: 'extract-again',
  run: ({ provider, answer, snapshot }, { readerOf }) =>
    extract(provider && readerOf(provider).read, answer, cachedExtractor(snapshot)),
}

function extract(
  read: Driver['read'] | null,
  before: StoredAnswer,
  { matcher, snapshot }: Extractor,
): ReextractedAnswer {
  const parsed = read && parseAgain(read, before)
  const reading: ParsedAnswer | StoredReading = parsed ? toParsedAnswer(parsed) : before
  const { status, simulated, surface, locationApplied, modelRequested, modelReported } = reading
  const { text, facts, parserVersion } = reading
  const isFirstText = before.isFirstText && text === before.text
  let observation: Observation | null = null
  let discovered: DiscoveredName[] | null = null
  let extractionVersion: number | null = null
  if (status === 'ok' && text !== null) {
    checkLength(text)
    const citations = parsed?.citations ?? before.observation?.citations.map(toAnswerCitation) ?? []
    const extraction = extractWith(matcher, { text, citations })
    discovered = discoveredIn(text, extraction)
    const cards = parsed?.placements ?? before.observation?.placements
    observation = observe(text, extraction, snapshot, isFirstText ? before.judgement : null, {
      placements: cards ? findPlacedBrands(cards, { matcher, snapshot }, discovered) : null,
      searched: facts?.searched ?? null,
    })
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
    error: parsed ? null : before.error,
    text: isFirstText ? null : text,
    facts,
    parserVersion,
    observation,
    discovered,
    extractionVersion,
    changed: changesBetween(before, after),
  }
}

/**
 * Parses a stored response. Returns null if that fails, for example because the provider now has a different driver.
 */
function parseAgain(read: Driver['read'], { raw, prompt, location }: StoredAnswer): ProviderAnswer | null {
  if (!raw) return null
  try {
    const parsed = read(raw, { prompt, location })
    checkLength(parsed.text)
    return parsed
  } catch {
    return null
  }
}

function toAnswerCitation({ url, title, domain, kind, spans }: CitedSource): AnswerCitation {
  // If the stored domain differs from the domain of the URL, the provider named it explicitly.
  const isNamed = canonicalUrl(url)?.domain !== domain
  return { url, title, kind, spans: spans ?? [], ...(isNamed && { domain }) }
}
