import type { z } from 'zod'
import type { Candidate, chunkSchema, segmentSchema, sourceSchema } from './content-body.ts'
import { type Part, type Segment, segmentSpan } from './segments.ts'
import type { GivenSource, GivenSources } from './sources.ts'

/** The text of an answer with the positions of its parts. */
export interface Answer {
  text: string
  parts: Part[]
}

interface Found {
  sources: GivenSources
  queries: Set<string>
  unrecognized: Set<string>
}

/** Collects the sources of a candidate: search results, opened pages, and pages that the answer quotes verbatim. */
export function readSources(
  { groundingMetadata, citationMetadata, urlContextMetadata }: Candidate,
  answer: Answer,
  { sources, queries, unrecognized }: Found,
): void {
  for (const { retrievedUrl, urlRetrievalStatus: status } of urlContextMetadata?.urlMetadata ?? [])
    if (retrievedUrl && /SUCCESS/i.test(status ?? 'SUCCESS'))
      sources.retrieved({ link: retrievedUrl, title: null, domain: null })
  if (groundingMetadata) {
    const { groundingChunks, groundingSupports, groundingAttributions } = groundingMetadata
    for (const query of [
      ...groundingMetadata.webSearchQueries,
      ...groundingMetadata.imageSearchQueries,
      ...groundingMetadata.retrievalQueries,
    ])
      if (query !== '') queries.add(query)
    const chunkSources = groundingChunks.map((chunk) => chunk && givenSource(chunk))
    for (const [index, chunk] of groundingChunks.entries()) {
      if (chunk && !chunkSources[index])
        unrecognized.add(`groundingChunk.${Object.keys(chunk).find((key) => chunk[key] !== null)}`)
    }
    for (const { segment: place, groundingChunkIndices, groundingChunckIndices } of groundingSupports) {
      const span = place && segmentSpan(answer.text, answer.parts, segmentOf(place))
      for (const index of [...groundingChunkIndices, ...groundingChunckIndices]) {
        const cited = chunkSources[index]
        if (cited) sources.cited(cited, span ? [span] : [])
      }
    }
    for (const { segment: place, ...chunk } of groundingAttributions) {
      const cited = givenSource(chunk)
      const span = place && segmentSpan(answer.text, answer.parts, segmentOf(place))
      if (cited) sources.cited(cited, span ? [span] : [])
    }
    for (const chunk of chunkSources) if (chunk) sources.retrieved(chunk)
  }
  // Pages that the answer quotes verbatim. Their offsets are ignored, because there is no text to verify them with.
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
