import { type DriverAnswer, ProviderError } from '../../core/provider-port/driver.ts'
import { sumOfKnown } from '../parsing/lenient.ts'
import { bodySchema, type Candidate, partSchema } from './content-body.ts'
import { type Answer, readSources } from './grounding.ts'
import type { GivenSources } from './sources.ts'

/** A parsed body without its sources. */
export interface ReadBody
  extends Pick<
    DriverAnswer,
    'status' | 'text' | 'searchQueries' | 'searched' | 'usage' | 'partial' | 'unrecognized'
  > {
  /** Model as reported. */
  model: string | null
}

/** Finish reasons if the vendor withheld the answer or the rest of it. */
const BLOCKED = /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|MODEL_ARMOR|IMAGE_\w+)$/i
const ENDED = new Set(['STOP', 'FINISH_REASON_UNSPECIFIED'])
/** Fields of parts without text of the answer. */
const SILENT = new Set([
  'thoughtSignature',
  'partMetadata',
  'videoMetadata',
  'speechMetadata',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
])

/**
 * Parses generated content. A list of bodies, as sent by streaming, is parsed as a single answer.
 * @throws {ProviderError} of kind `drift` if there is no text and the vendor did not withhold it
 */
export function readGeneratedContent(bodies: readonly unknown[], sources: GivenSources): ReadBody {
  const chunks = bodies.flatMap((body) => bodySchema.safeParse(body).data ?? [])
  const candidates = chunks.flatMap((chunk) => chunk.candidates.find(hasText) ?? chunk.candidates[0] ?? [])
  const unrecognized = new Set<string>()
  const answer = joined(
    candidates.flatMap(({ content }) => content),
    unrecognized,
  )
  const queries = new Set<string>()
  for (const candidate of candidates) readSources(candidate, answer, { sources, queries, unrecognized })
  const last = <Value>(values: readonly (Value | null)[]) =>
    values.findLast((value) => value !== null) ?? null
  const finishReason = last(candidates.map((candidate) => candidate.finishReason))
  const blockReason = last(chunks.map(({ promptFeedback }) => promptFeedback?.blockReason ?? null))
  const counted = last(chunks.map(({ usageMetadata }) => usageMetadata))
  const searched = queries.size > 0 || candidates.some(isGrounded)
  const bill = {
    model: last(chunks.map(({ modelVersion }) => modelVersion)),
    usage: counted && {
      inputTokens: sumOfKnown(counted.promptTokenCount, counted.toolUsePromptTokenCount),
      outputTokens: sumOfKnown(counted.candidatesTokenCount, counted.thoughtsTokenCount),
      searches: searched && queries.size === 0 ? null : queries.size,
    },
  }
  const withheld =
    blockReason !== null ||
    BLOCKED.test(finishReason ?? '') ||
    candidates.some(({ safetyRatings }) => safetyRatings.some(({ blocked }) => blocked))
  if (answer.text === '' && !withheld) {
    const message = `no text was generated (finishReason ${finishReason})`
    const { model, usage } = bill
    throw new ProviderError('drift', message, {
      bill: { model: { requested: null, reported: model }, usage, costUsd: null },
    })
  }
  return {
    ...bill,
    status: answer.text === '' ? 'refused' : 'ok',
    text: answer.text,
    searchQueries: [...queries],
    searched,
    partial: answer.text !== '' && finishReason !== null && !ENDED.has(finishReason.toUpperCase()),
    unrecognized: [...unrecognized],
  }
}

function isGrounded({ groundingMetadata: grounding }: Candidate): boolean {
  if (grounding === null) return false
  const sources = [...grounding.groundingChunks, ...grounding.groundingAttributions]
  return sources.length > 0 || Boolean(grounding.searchEntryPoint?.renderedContent)
}

function hasText({ content }: Candidate): boolean {
  return joined(content, new Set()).text !== ''
}

function joined(content: readonly unknown[], unrecognized: Set<string>): Answer {
  const answer: Answer = { text: '', parts: [] }
  for (const value of content) {
    const part = partSchema.safeParse(value)
    if (!part.success || part.data.text === null || part.data.thought) {
      answer.parts.push(null)
      const kinds = part.success && !part.data.thought ? Object.keys(part.data) : []
      const unknown = kinds.find((kind) => !SILENT.has(kind) && kind !== 'text' && kind !== 'thought')
      if (unknown) unrecognized.add(`part.${unknown}`)
      continue
    }
    answer.parts.push({ start: answer.text.length, text: part.data.text })
    answer.text += part.data.text
  }
  return answer
}
