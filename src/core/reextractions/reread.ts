import { extractWith } from '../../extraction/extract.ts'
import type { AnswerCitation, RawAnswer } from '../../providers/driver.ts'
import type { ProviderRegistry } from '../../providers/registry.ts'
import type { Reading } from '../batches/unit.ts'
import type { JudgementRecord } from '../judgements/record.ts'
import type { CitedSource, Observation } from '../results/observation.ts'
import { observe } from '../results/observe.ts'
import { changesBetween, type ReadingChange } from './changes.ts'

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
  /** What was read of it before. */
  observation: Observation | null
}

/** What an answer says, for one reading of it. */
export interface Reread {
  id: string
  observation: Observation
  extractionVersion: number
  /** In what that differs from what was read before. */
  changed: ReadingChange[]
}

/**
 * Reads a stored answer again; nobody is asked. Its text is the stored one, which the offsets point into. Its citations are
 * those of the artifact, while a provider of that name still reads the same text out of it; else, and where the artifact is
 * gone or the provider is another by now, those that were read the first time. What a judge said of it
 * then is what it says now. So nothing hangs on what is configured.
 */
export function reread(providers: ProviderRegistry, answer: StoredAnswer, reading: Reading): Reread {
  const { id, text } = answer
  const citations = citationsIn(providers, answer) ?? (answer.observation?.citations ?? []).map(asGiven)
  const extraction = extractWith(reading.matcher, { text, citations })
  const observation = observe(text, extraction, reading.snapshot, answer.judgement)
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
    // Bought by a driver that this provider no longer runs on.
    return null
  }
}

function asGiven({ url, title, kind, spans = [] }: CitedSource): AnswerCitation {
  return { url, title, kind, spans }
}
