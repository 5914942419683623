import { observeCitations } from './citations/citations.ts'
import type { ListBlock } from './markdown/document.ts'
import { namesInGluedCells } from './markdown/glued-cells.ts'
import { readLists } from './markdown/lists.ts'
import { scanMarkdown } from './markdown/markdown.ts'
import { findDenials } from './names/denial.ts'
import { type Matcher, prepare } from './names/matcher.ts'
import { type FoundName, findNames } from './names/mentions.ts'
import {
  type ComparisonObservation,
  type EntityObservation,
  EXTRACTION_VERSION,
  type Extraction,
  type ExtractionInput,
  type ListObservation,
  type Mention,
  type Span,
} from './observation.ts'
import { NO_RECOMMENDATION, rankEntities, recommend } from './recommendation/recommendation.ts'
import { type Cue, readCues } from './recommendation/recommendation-cues.ts'
import { evidenceOf } from './sentiment/evidence.ts'
import { labelOf, scoreNames, summarise } from './sentiment/sentiment.ts'
import { nounOf } from './sentiment/sentiment-features.ts'
import { canonicalText } from './text/canonical-text.ts'
import { aroundGraphemes } from './text/graphemes.ts'
import { readSentences, type Sentence } from './text/sentences.ts'
import { firstEndingAfter, lowerCase } from './text/words.ts'

function observeLists(lists: readonly ListBlock[], mentions: readonly Mention[]): ListObservation[] {
  // Sections show what an answer ranks, but are no list that it makes.
  const made = lists.filter(({ kind }) => kind !== 'sections')
  return made.map((list) => ({
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
  evidence: readonly Span[],
): Mention[] {
  return names.map(({ entity, start, end }, index) => {
    const isDenied = denied.has(index)
    const score = isDenied ? 0 : Math.round((scores[index] ?? 0) * 1000) / 1000
    return {
      entity,
      start,
      end,
      denied: isDenied,
      sentiment: labelOf(score),
      score,
      evidence: evidence[index] ?? { start, end },
    }
  })
}

function observeComparisons(
  sentences: readonly Sentence[],
  mentions: readonly Mention[],
): ComparisonObservation[] {
  const found: ComparisonObservation[] = []
  const entitiesOf = (names: readonly number[]) =>
    names.flatMap((name) => (mentions[name]?.denied ? [] : (mentions[name]?.entity ?? [])))
  for (const { comparisons } of sentences) {
    for (const { better, worse, start, end } of comparisons) {
      const behind = new Set(entitiesOf(worse))
      for (const ahead of new Set(entitiesOf(better))) {
        for (const other of behind)
          if (other !== ahead) found.push({ better: ahead, worse: other, start, end })
      }
    }
  }
  return found
}

/**
 * Reads one answer with names compiled by `prepare`: which entities it names and where, how it speaks of them, whether
 * it recommends them, what it lists and cites. Deterministic; never throws, whatever the text; time linear in the text
 * for given names. All offsets are UTF-16 into `text` as given; the noise of its writing (invisible
 * characters, kinds of spaces and line breaks) changes nothing else.
 */
export function extractWith(
  matcher: Matcher,
  { text: given, citations = [] }: Omit<ExtractionInput, 'entities'>,
): Extraction {
  const { text, written } = canonicalText(given)
  const quoted = (span: Span) => aroundGraphemes(given, written(span))
  const document = scanMarkdown(text)
  const names = findNames(text, document.masked, matcher)
  const blocks = readLists(text, document)
  const lower = lowerCase(text)
  const sentences = readSentences(text, lower, document, names)
  const denied = findDenials(text, sentences, (name) => names[name]?.entity ?? -1)
  const nouns = Int32Array.from(names, ({ entity }) => nounOf(matcher.entities[entity]?.name ?? ''))
  const scores = scoreNames({ lower, sentences, nouns })
  const mentions = observeMentions(names, denied, scores, evidenceOf(sentences, names))

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
  for (const name of namesInGluedCells(text, document.lines, names)) {
    const { entity = -1, start = 0, end = 0 } = names[name] ?? {}
    if (!denied.has(name)) cues[entity]?.push({ name, strength: 'among', evidence: { start, end } })
  }
  const ranks = rankEntities(text, document.lines, blocks, names)
  const entities = matcher.entities.map(({ name }, index): EntityObservation => {
    const own = real[index] ?? []
    const [first] = own
    const recommendation = first
      ? recommend(cues[index] ?? [], ranks.get(index), { start: first.start, end: first.end })
      : NO_RECOMMENDATION
    const { evidence } = recommendation
    return {
      name,
      mentioned: own.length > 0,
      denied: own.length === 0 && deniedEntities.has(index),
      mentionCount: own.length,
      firstOffset: first ? written(first).start : null,
      position: order.get(index) ?? null,
      sentiment: summarise(own),
      recommendation: { ...recommendation, evidence: evidence && written(evidence) },
    }
  })
  const links = document.links.map((link) => ({ ...link, ...written(link) }))
  const lists = observeLists(blocks, mentions).map(({ items }) => ({
    items: items.map((item) => ({ ...item, ...written(item) })),
  }))
  return {
    mentions: mentions.map((mention) => {
      const { start, end } = written(mention)
      const { entity, denied, sentiment, score, evidence } = mention
      return { entity, start, end, denied, sentiment, score, evidence: quoted(evidence) }
    }),
    entities,
    citations: observeCitations(citations, links, matcher.owners, given),
    lists,
    comparisons: observeComparisons(sentences, mentions).map((one) => ({
      ...one,
      ...quoted(one),
    })),
    extractionVersion: EXTRACTION_VERSION,
  }
}

let latest: { entities: string; matcher: Matcher } | undefined

/**
 * Reads one answer. Names are compiled anew only where they differ from those of the call before; who has names of
 * several kinds at once does it with `prepare` and `extractWith`.
 */
export function extract({ text, entities, citations = [] }: ExtractionInput): Extraction {
  const written = JSON.stringify(entities)
  if (latest?.entities !== written) {
    // A copy: what the caller does to the list later is not what was compiled.
    latest = { entities: written, matcher: prepare(structuredClone(entities)) }
  }
  return extractWith(latest.matcher, { text, citations })
}
