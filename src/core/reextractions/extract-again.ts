import { extractWith } from '../../extraction/extract.ts'
import type { AnswerCitation, RawAnswer } from '../../providers/driver.ts'
import type { ProviderRegistry } from '../../providers/registry.ts'
import type { BatchExtractor } from '../batches/unit-loader.ts'
import type { JudgementRecord } from '../judgements/judgement.ts'
import type { CitedSource, Observation } from '../observations/observation.ts'
import { observe } from '../observations/observe.ts'
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
 * provider or judge to be configured.
 */
export function extractAgain(
  providers: ProviderRegistry,
  answer: StoredAnswer,
  { matcher, snapshot }: BatchExtractor,
): ReextractedAnswer {
  const { id, text } = answer
  const citations =
    citationsIn(providers, answer) ?? (answer.observation?.citations ?? []).map(toAnswerCitation)
  const extraction = extractWith(matcher, { text, citations })
  const observation = observe(text, extraction, snapshot, answer.judgement)
  return {
    id,
    observation,
    extractionVersion: extraction.extractionVersion,
    changed: changesBetween(answer.observation, observation),
  }
}

function citationsIn(providers: ProviderRegistry, answer: StoredAnswer): AnswerCitation[] | null {
  const driver = providers.find(answer.provider)?.driver
  if (!driver || !answer.raw) return null
  try {
    const read = driver.read(answer.raw, answer)
    return read.text === answer.text ? read.citations : null
  } catch {
    // The artifact was received by another driver than the provider has now.
    return null
  }
}

function toAnswerCitation({ url, title, kind, spans }: CitedSource): AnswerCitation {
  return { url, title, kind, spans: spans ?? [] }
}
