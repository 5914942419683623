import { canonicalUrl } from '../../extraction/citations/canonical-url.ts'
import { extractWith } from '../../extraction/extract.ts'
import type { AnswerCitation, Driver, RawAnswer } from '../../providers/driver.ts'
import { type Provider, readerOf } from '../../providers/registry.ts'
import type { Ctx, ThreadTask } from '../context.ts'
import type { JudgementRecord } from '../judgements/judgement.ts'
import { cachedExtractor, type Extractor } from '../observations/extractor.ts'
import type { CitedSource, Observation } from '../observations/observation.ts'
import { observe } from '../observations/observe.ts'
import { checkLength, isLarge } from '../observations/size.ts'
import type { Snapshot } from '../snapshot.ts'
import { changesBetween, type ExtractionChange } from './changes.ts'

/** An answer as it is stored. */
export interface StoredAnswer {
  id: string
  ordinal: number
  provider: string
  location: string
  prompt: string
  text: string
  raw: RawAnswer | null
  judgement: JudgementRecord | null
  /** The extraction before this one. */
  observation: Observation | null
}

/** A stored answer, extracted again. */
export interface ReextractedAnswer {
  id: string
  observation: Observation
  extractionVersion: number
  /** How it differs from the extraction before. */
  changed: ExtractionChange[]
}

/**
 * Extracts a stored answer again without asking a provider. The text is the stored one, which all offsets refer to. The
 * citations are taken from the raw artifact if the configured provider of that name still parses the same text out of it,
 * and otherwise from the earlier extraction. A stored judgement is applied again. So the result does not require any
 * provider or judge to be configured. Large answers are read in a thread.
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
  return ctx.deps.readingThread.run(EXTRACT_AGAIN, { provider: reader, answer, snapshot })
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
  answer: StoredAnswer,
  { matcher, snapshot }: Extractor,
): ReextractedAnswer {
  const { id, text } = answer
  checkLength(text)
  const citations = citationsIn(read, answer) ?? (answer.observation?.citations ?? []).map(toAnswerCitation)
  const extraction = extractWith(matcher, { text, citations })
  const observation = observe(text, extraction, snapshot, answer.judgement)
  return {
    id,
    observation,
    extractionVersion: extraction.extractionVersion,
    changed: changesBetween(answer.observation, observation),
  }
}

function citationsIn(read: Driver['read'] | null, answer: StoredAnswer): AnswerCitation[] | null {
  if (!read || !answer.raw) return null
  try {
    const { text, citations } = read(answer.raw, answer)
    return text === answer.text ? citations : null
  } catch {
    // The artifact was received by another driver than the provider has now.
    return null
  }
}

function toAnswerCitation({ url, title, domain, kind, spans }: CitedSource): AnswerCitation {
  // A stored domain that is not that of the address was named by the provider.
  const isNamed = canonicalUrl(url)?.domain !== domain
  return { url, title, kind, spans: spans ?? [], ...(isNamed && { domain }) }
}
