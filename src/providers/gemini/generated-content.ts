import { z } from 'zod'
import { type ProviderAnswer, ProviderError } from '../driver.ts'
import { flag, listOf, number, objectOf, oneOrMore, placesOf, sumOfKnown, text } from '../lenient.ts'
import { type Part, type Segment, segmentSpan } from './segments.ts'
import type { GivenSource, GivenSources } from './sources.ts'

// The body of generateContent (https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse), of the Gemini API and of
// Vertex AI, with names of fields in camel case.

const partSchema = z.looseObject({ text, thought: flag })
const parts = z.union([
  z
    .array(z.unknown())
    .transform((list) => list.map((part) => (typeof part === 'string' ? { text: part } : part))),
  z.looseObject({}).transform((part) => [part]),
])
const contentSchema = z
  .union([
    z.string().transform((only): unknown[] => [{ text: only }]),
    z.looseObject({ parts }).transform((content) => content.parts),
    z.array(z.unknown()),
  ])
  .catch([])

const sourceSchema = z.looseObject({ uri: text, url: text, sourceUri: text, title: text, domain: text })
const source = sourceSchema.nullable().catch(null)
const chunkSchema = z.looseObject({ web: source, retrievedContext: source, maps: source, image: source })

const segmentSchema = z.union([
  z.string().transform((only) => ({ startIndex: null, endIndex: null, partIndex: null, text: only })),
  z.looseObject({ startIndex: number, endIndex: number, partIndex: number, text }),
])
const segment = segmentSchema.nullable().catch(null)
const indices = placesOf(number).transform((list) => list.flatMap((index) => index ?? []))
const queries = z.union([z.string().transform((only) => [only]), listOf(z.string())])

const groundingSchema = z.looseObject({
  webSearchQueries: queries,
  imageSearchQueries: queries,
  retrievalQueries: queries,
  groundingChunks: placesOf(chunkSchema),
  // The second spelling is that of older libraries.
  groundingSupports: listOf(
    z.looseObject({ segment, groundingChunkIndices: indices, groundingChunckIndices: indices }),
  ),
  // Of bodies before there were chunks.
  groundingAttributions: listOf(z.looseObject({ ...chunkSchema.shape, segment })),
})

const recited = listOf(sourceSchema)
const candidateSchema = z.looseObject({
  content: contentSchema,
  finishReason: text,
  safetyRatings: listOf(z.looseObject({ blocked: flag })),
  groundingMetadata: groundingSchema.nullable().catch(null),
  citationMetadata: objectOf({ citations: recited, citationSources: recited }),
  urlContextMetadata: objectOf({ urlMetadata: listOf(z.looseObject({ retrievedUrl: text })) }),
})

const bodySchema = z.looseObject({
  candidates: oneOrMore.catch([]).pipe(listOf(candidateSchema)),
  promptFeedback: objectOf({ blockReason: text }),
  modelVersion: text,
  usageMetadata: objectOf({
    promptTokenCount: number,
    toolUsePromptTokenCount: number,
    candidatesTokenCount: number,
    thoughtsTokenCount: number,
  }),
})

/** What is read of a body, except its sources. */
export interface ReadBody
  extends Pick<
    ProviderAnswer,
    'status' | 'text' | 'searchQueries' | 'searched' | 'usage' | 'partial' | 'unrecognized'
  > {
  /** As reported. */
  model: string | null
}

/** The vendor withheld the answer, or the rest of it. */
const BLOCKED = /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|MODEL_ARMOR|IMAGE_\w+)$/i
const ENDED = new Set(['STOP', 'FINISH_REASON_UNSPECIFIED'])
/** Fields of parts that hold no text for the reader. */
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
 * Reads what was generated; a list of bodies, as it is sent in pieces, is read as one.
 * @throws {ProviderError} of kind `drift` for one without text that was not withheld
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

function isGrounded({ groundingMetadata: given }: Candidate): boolean {
  return given !== null && [...given.groundingChunks, ...given.groundingAttributions].length > 0
}

type Candidate = z.output<typeof candidateSchema>

function hasText({ content }: Candidate): boolean {
  return joined(content, new Set()).text !== ''
}

interface Answer {
  text: string
  parts: Part[]
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

interface Found {
  sources: GivenSources
  queries: Set<string>
  unrecognized: Set<string>
}

function readSources(
  { groundingMetadata, citationMetadata, urlContextMetadata }: Candidate,
  answer: Answer,
  { sources, queries, unrecognized }: Found,
): void {
  for (const { retrievedUrl } of urlContextMetadata?.urlMetadata ?? [])
    if (retrievedUrl) sources.retrieved({ link: retrievedUrl, title: null, domain: null })
  if (groundingMetadata) {
    const { groundingChunks, groundingSupports, groundingAttributions } = groundingMetadata
    for (const query of [
      ...groundingMetadata.webSearchQueries,
      ...groundingMetadata.imageSearchQueries,
      ...groundingMetadata.retrievalQueries,
    ])
      if (query !== '') queries.add(query)
    const given = groundingChunks.map((chunk) => chunk && givenSource(chunk))
    for (const [index, chunk] of groundingChunks.entries()) {
      if (chunk && !given[index])
        unrecognized.add(`groundingChunk.${Object.keys(chunk).find((key) => chunk[key] !== null)}`)
    }
    for (const { segment: place, groundingChunkIndices, groundingChunckIndices } of groundingSupports) {
      const span = place && segmentSpan(answer.text, answer.parts, segmentOf(place))
      for (const index of [...groundingChunkIndices, ...groundingChunckIndices]) {
        const cited = given[index]
        if (cited) sources.cited(cited, span ? [span] : [])
      }
    }
    for (const { segment: place, ...chunk } of groundingAttributions) {
      const cited = givenSource(chunk)
      const span = place && segmentSpan(answer.text, answer.parts, segmentOf(place))
      if (cited) sources.cited(cited, span ? [span] : [])
    }
    for (const chunk of given) if (chunk) sources.retrieved(chunk)
  }
  // What the answer repeats word for word; where is told by offsets that nothing verifies.
  for (const value of [
    ...(citationMetadata?.citations ?? []),
    ...(citationMetadata?.citationSources ?? []),
  ]) {
    const cited = sourceOf(value)
    if (cited) sources.cited(cited, [])
  }
}

function segmentOf({ startIndex, endIndex, partIndex, text: at }: z.output<typeof segmentSchema>): Segment {
  return { start: startIndex, end: endIndex, part: partIndex, text: at }
}

function givenSource({
  web,
  retrievedContext,
  maps,
  image,
}: Pick<z.output<typeof chunkSchema>, 'web' | 'retrievedContext' | 'maps' | 'image'>): GivenSource | null {
  const value = web ?? retrievedContext ?? maps ?? image
  return value && sourceOf(value)
}

function sourceOf({ uri, url, sourceUri, title, domain }: z.output<typeof sourceSchema>): GivenSource | null {
  const link = uri ?? url ?? sourceUri
  return link === null ? null : { link, title, domain }
}
