import { z } from 'zod'
import { flag, listOf, number, objectOf, oneOrMore, placesOf, text } from '../parsing/lenient.ts'

// The body of generateContent (https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse) in the
// Gemini API and Vertex AI, with field names in camel case.

/**
 * Markup that models sometimes write into an answer: tool calls that no tool received, and marks for the vendor's
 * interface.
 */
const CHATTER = /```tool_code\n[\s\S]*?```\s*|\[cite_start\]|[ \t]?\[cite: ?\d[\d, ]*\]/g
const answerText = text.transform((value) => value?.replace(CHATTER, '') ?? null)

export const partSchema = z.looseObject({ text: answerText, thought: flag })
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

export const sourceSchema = z.looseObject({
  uri: text,
  url: text,
  sourceUri: text,
  title: text,
  domain: text,
})
const source = sourceSchema.nullable().catch(null)
export const chunkSchema = z.looseObject({
  web: source,
  retrievedContext: source,
  maps: source,
  image: source,
})

export const segmentSchema = z.union([
  z.string().transform((only) => ({ startIndex: null, endIndex: null, partIndex: null, text: only })),
  z.looseObject({ startIndex: number, endIndex: number, partIndex: number, text: answerText }),
])
const segment = segmentSchema.nullable().catch(null)
const indices = placesOf(number).transform((list) => list.flatMap((index) => index ?? []))
const queries = z.union([z.string().transform((only) => [only]), listOf(z.string())])

const groundingSchema = z.looseObject({
  /** Suggested searches, which are present if a search was made. */
  searchEntryPoint: objectOf({ renderedContent: text }),
  webSearchQueries: queries,
  imageSearchQueries: queries,
  retrievalQueries: queries,
  groundingChunks: placesOf(chunkSchema),
  // Older libraries misspell the field as `groundingChunck`.
  groundingSupports: listOf(
    z.looseObject({ segment, groundingChunkIndices: indices, groundingChunckIndices: indices }),
  ),
  // Used by bodies from before chunks existed.
  groundingAttributions: listOf(z.looseObject({ ...chunkSchema.shape, segment })),
})

const recited = listOf(sourceSchema)
export const candidateSchema = z.looseObject({
  content: contentSchema,
  finishReason: text,
  safetyRatings: listOf(z.looseObject({ blocked: flag })),
  groundingMetadata: groundingSchema.nullable().catch(null),
  citationMetadata: objectOf({ citations: recited, citationSources: recited }),
  urlContextMetadata: objectOf({
    urlMetadata: listOf(z.looseObject({ retrievedUrl: text, urlRetrievalStatus: text })),
  }),
})

export const bodySchema = z.looseObject({
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

export type Candidate = z.output<typeof candidateSchema>
