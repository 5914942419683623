import { observeCitations } from './citations.ts'
import { findDenials } from './denial.ts'
import type { ListBlock } from './document.ts'
import { readLists } from './lists.ts'
import { scanMarkdown } from './markdown.ts'
import { type Matcher, prepare } from './matcher.ts'
import { type FoundName, findNames } from './mentions.ts'
import {
  type EntityObservation,
  EXTRACTION_VERSION,
  type Extraction,
  type ExtractionInput,
  type ListObservation,
  type Mention,
} from './observation.ts'
import { NO_RECOMMENDATION, rankEntities, recommend } from './recommendation.ts'
import { type Cue, readCues } from './recommendation-cues.ts'
import { readSentences } from './sentences.ts'
import { labelOf, scoreNames, summarise } from './sentiment.ts'
import { nounOf } from './sentiment-features.ts'
import { firstEndingAfter, lowerCase } from './words.ts'

function observeLists(lists: readonly ListBlock[], mentions: readonly Mention[]): ListObservation[] {
  return lists.map((list) => ({
    items: list.items.map(({ start, end }) => {
      const entities = new Set<number>()
      let index = firstEndingAfter(mentions, start)
      for (let mention = mentions[index]; mention && mention.start < end; mention = mentions[index]) {
        if (!mention.denied) entities.add(mention.entity)
        index += 1
      }
      return { start, end, entities: [...entities] }
    }),
  }))
}

function observeMentions(
  names: readonly FoundName[],
  denied: ReadonlySet<number>,
  scores: Float64Array,
): Mention[] {
  return names.map(({ entity, start, end }, index) => {
    const score = denied.has(index) ? 0 : Math.round((scores[index] ?? 0) * 1000) / 1000
    return { entity, start, end, denied: denied.has(index), sentiment: labelOf(score), score }
  })
}

/**
 * Reads one answer with names compiled by `prepare`: which entities it names and where, how it speaks of them, whether
 * it recommends them, what it lists and cites. Deterministic; never throws, whatever the text; time linear in the text
 * for given names. All offsets are UTF-16 into `text` as given.
 */
export function extractWith(
  matcher: Matcher,
  { text, citations = [] }: Omit<ExtractionInput, 'entities'>,
): Extraction {
  const document = scanMarkdown(text)
  const names = findNames(text, document.masked, matcher)
  const blocks = readLists(text, document)
  const lower = lowerCase(text)
  const sentences = readSentences(text, lower, document, names)
  const denied = findDenials(text, sentences, (name) => names[name]?.entity ?? -1)
  const nouns = Int32Array.from(names, ({ entity }) => nounOf(matcher.entities[entity]?.name ?? ''))
  const scores = scoreNames({ lower, sentences, nouns })
  const mentions = observeMentions(names, denied, scores)

  const real: Mention[][] = matcher.entities.map(() => [])
  const order = new Map<number, number>()
  const deniedEntities = new Set<number>()
  for (const mention of mentions) {
    if (mention.denied) {
      deniedEntities.add(mention.entity)
      continue
    }
    real[mention.entity]?.push(mention)
    if (!order.has(mention.entity)) order.set(mention.entity, order.size + 1)
  }
  const cues: Cue[][] = matcher.entities.map(() => [])
  for (const sentence of sentences) {
    for (const cue of readCues(sentence)) {
      if (!denied.has(cue.name)) cues[names[cue.name]?.entity ?? -1]?.push(cue)
    }
  }
  const ranks = rankEntities(text, document.lines, blocks, names)
  const entities = matcher.entities.map(({ name }, index): EntityObservation => {
    const own = real[index] ?? []
    const [first] = own
    const { start, end } = first ?? { start: 0, end: 0 }
    return {
      name,
      mentioned: own.length > 0,
      denied: own.length === 0 && deniedEntities.has(index),
      mentionCount: own.length,
      firstOffset: first?.start ?? null,
      position: order.get(index) ?? null,
      sentiment: summarise(own),
      recommendation: first
        ? recommend(cues[index] ?? [], ranks.get(index), { start, end })
        : NO_RECOMMENDATION,
    }
  })
  return {
    mentions,
    entities,
    citations: observeCitations(citations, document.links, matcher.owners, text.length),
    lists: observeLists(blocks, mentions),
    extractionVersion: EXTRACTION_VERSION,
  }
}

/** Reads one answer; for many answers about the same entities, `prepare` once and use `extractWith`. */
export function extract({ text, entities, citations = [] }: ExtractionInput): Extraction {
  return extractWith(prepare(entities), { text, citations })
}
