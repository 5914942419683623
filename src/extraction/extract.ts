import { observeCitations } from './citations/citations.ts'
import { ownersOf } from './citations/owners.ts'
import { type Comparison, findComparisons } from './comparison/comparison.ts'
import { findDenials } from './denials/denials.ts'
import { keyOfName, type UntrackedNames, untrackedNames } from './discovery/discovered.ts'
import { recogniseNames } from './discovery/names.ts'
import type { Language } from './languages/language.ts'
import { recogniseLanguage } from './languages/recognise.ts'
import { withoutOpinions } from './languages/unread.ts'
import type { ListBlock, MarkdownDocument } from './markdown/document.ts'
import { readLists } from './markdown/lists.ts'
import { scanMarkdown } from './markdown/markdown.ts'
import { compileNames, type NameMatcher } from './names/matcher.ts'
import { entitiesNamed, type FoundName, findNames } from './names/mentions.ts'
import {
  type ComparisonObservation,
  type DiscoveredName,
  type EntityObservation,
  EXTRACTION_VERSION,
  type Extraction,
  type ExtractionInput,
  type ListObservation,
  type Mention,
  type Span,
  type TrackedEntity,
} from './observation.ts'
import type { ReadAnswer } from './reading/document.ts'
import type { EntityMentions } from './reading/features.ts'
import { readAnswer, readKind } from './reading/read-answer.ts'
import { NO_RECOMMENDATION, readEntity } from './reading/read-entity.ts'
import { readStatements, type Statement } from './reading/statements.ts'
import { readSentences } from './sentences/sentences.ts'
import { evidenceOf } from './sentiment/evidence.ts'
import { nounOf } from './sentiment/features.ts'
import { labelOf, scoreNames, summarise } from './sentiment/sentiment.ts'
import { canonicalText } from './text/canonical-text.ts'
import { lowerCase } from './text/fold.ts'
import { aroundGraphemes } from './text/graphemes.ts'
import { firstEndingAfter } from './text/spans.ts'

// Each folder imports only from those before it: text (characters), markdown (lines, links, lists), names (where entities are named),
// discovery (names that nobody tracks), sentences (tokens, clauses, the opinion lexicon), languages (recognition, cue lists),
// comparison, denials, sentiment, trees (boosted decision trees), reading (the answer as a document: sentiment, recommendation, rank,
// kind), citations, judge. Below all of them, observation.ts has the types of
// input and output.

/** Entities compiled once and used for any number of answers. */
export interface Matcher {
  entities: readonly TrackedEntity[]
  names: NameMatcher
  /** `keyOfName` of all names and aliases. */
  keys: ReadonlySet<string>
  /** Index of the entity that owns a domain, by the domain in lower case. */
  owners: ReadonlyMap<string, number>
}

/**
 * Compiles the names, aliases and domains of entities for `extractWith`. Takes time in the length of the names; the result
 * depends on the entities as they are now, and is not changed by any extraction.
 */
export function prepare(entities: readonly TrackedEntity[]): Matcher {
  const keys = new Set(entities.flatMap(({ name, aliases = [] }) => [name, ...aliases]).map(keyOfName))
  return { entities, names: compileNames(entities), keys, owners: ownersOf(entities) }
}

function observeLists(lists: readonly ListBlock[], mentions: readonly Mention[]): ListObservation[] {
  // The sections and paragraphs of an answer can rank entities, but they are no list that a reader would count.
  const shown = lists.filter(({ kind }) => kind !== 'sections' && kind !== 'paragraphs')
  return shown.map((list) => ({
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

/** One mention for each found name. */
function observeNames(
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

/** What is said of a product is said of those named in its name, such as its maker: their mentions follow that of the product. */
function withParts(mentions: readonly Mention[], names: readonly FoundName[]): Mention[] {
  return mentions.flatMap((mention, index) => [
    mention,
    ...(names[index]?.parts ?? []).map(({ entity, start, end }) => ({ ...mention, entity, start, end })),
  ])
}

/**
 * One observation for each pair of the first `count` entities that a comparison orders, denied names aside; an entity on both sides, such as the maker
 * of two products, is left out.
 */
function observeComparisons(
  comparisons: readonly Comparison[],
  names: readonly FoundName[],
  denied: ReadonlySet<number>,
  count: number,
): ComparisonObservation[] {
  const entitiesOf = (side: readonly number[]) => {
    const named = side.flatMap((name) => (names[name] && !denied.has(name) ? entitiesNamed(names[name]) : []))
    return new Set(named.filter((entity) => entity < count))
  }
  return comparisons.flatMap(({ better, worse, start, end }) => {
    const winners = entitiesOf(better)
    const losers = entitiesOf(worse)
    return [...winners]
      .filter((winner) => !losers.has(winner))
      .flatMap((winner) =>
        [...losers]
          .filter((loser) => !winners.has(loser))
          .map((loser) => ({ better: winner, worse: loser, start, end })),
      )
  })
}

/** Names that nobody tracks, with entities behind those that are tracked, among the tracked ones in the order of the text. */
function withUntracked(
  tracked: readonly FoundName[],
  untracked: readonly FoundName[],
  first: number,
): FoundName[] {
  const moved = (name: FoundName): FoundName => ({
    ...name,
    entity: name.entity + first,
    ...(name.parts && { parts: name.parts.map(moved) }),
  })
  return [...tracked, ...untracked.map(moved)].sort((one, other) => one.start - other.start)
}

/** What is found in an answer before it is known how it speaks of its entities. */
interface FoundMentions {
  document: MarkdownDocument
  blocks: ListBlock[]
  lower: string
  code: string | null
  language: Language | null
  /** Those of the tracked entities and all others: how a sentence is read does not depend on which of its names are tracked. */
  names: FoundName[]
  untracked: UntrackedNames
  denied: ReadonlySet<number>
  comparisons: Comparison[]
  /** Those of the tracked entities, in the order of the text. */
  mentions: Mention[]
  /** What sentences say of each entity that is not denied. */
  statements: Pick<EntityMentions, 'better' | 'worse' | 'stated'>[]
}

/** Finds the mentions of tracked entities in a canonical text, with the sentiment of each. Offsets are into that text. */
export function findMentions(matcher: Matcher, text: string): FoundMentions {
  const document = scanMarkdown(text)
  const lower = lowerCase(text)
  const { code, language } = recogniseLanguage(lower)
  const tracked = findNames(text, document.masked, matcher.names, code)
  const untracked = untrackedNames(
    text,
    document,
    recogniseNames(text, lower, document, code),
    tracked,
    matcher.keys,
  )
  const count = matcher.entities.length
  const names = withUntracked(tracked, untracked.mentions, count)
  const entityOf = (name: number) => names[name]?.entity ?? -1
  const sentences = readSentences(text, lower, document, names)
  // A comparison with a name that nobody tracks is no comparison of tracked names, and tells little of the rest of a list.
  const isTracked = (name: number) => entityOf(name) < count
  const comparisons = findComparisons(sentences, entityOf).filter(
    ({ better, worse }) => better.some(isTracked) && worse.some(isTracked),
  )
  const denied = findDenials(text, sentences, names)
  const nouns = Int32Array.from(names, ({ entity }) =>
    nounOf((matcher.entities[entity] ?? untracked.names[entity - count])?.name ?? ''),
  )
  const scores = scoreNames({ lower, sentences, comparisons, nouns })
  const all = withParts(observeNames(names, denied, scores, evidenceOf(text, sentences, names)), names)
  const mentions = all.filter(({ entity }) => entity < count)
  const statements = matcher.entities.map(() => ({
    better: 0,
    worse: 0,
    stated: [] as Statement['strength'][],
  }))
  const ofName = (name: number) => {
    const found = names[name]
    return found && !denied.has(name)
      ? entitiesNamed(found).flatMap((entity) => statements[entity] ?? [])
      : []
  }
  for (const sentence of language?.code === 'en' ? sentences : []) {
    for (const { name, strength } of readStatements(sentence))
      for (const one of ofName(name)) one.stated.push(strength)
  }
  for (const { better, worse } of comparisons) {
    for (const one of better.flatMap(ofName)) one.better += 1
    for (const one of worse.flatMap(ofName)) one.worse += 1
  }
  const blocks = readLists(text, document)
  return {
    document,
    blocks,
    lower,
    code,
    language,
    names,
    untracked,
    denied,
    comparisons,
    mentions,
    statements,
  }
}

const NOTHING_STATED = { better: 0, worse: 0, stated: [] }

/** How the answer recommends each of the untracked names, by the reading that tracked entities get. */
function observeUntracked(answer: ReadAnswer, { names, mentions }: UntrackedNames): DiscoveredName[] {
  const spans: Span[][] = names.map(() => [])
  for (const mention of mentions) {
    for (const { entity, start, end } of [mention, ...(mention.parts ?? [])])
      spans[entity]?.push({ start, end })
  }
  return names.map((name, index) => {
    const { strength, rank, evidence } = readEntity(answer, {
      spans: spans[index] ?? [],
      scores: [],
      ...NOTHING_STATED,
    }).recommendation
    const { start, end } = name
    return { ...name, strength: strength ?? 'mentioned_only', rank, evidence: evidence ?? { start, end } }
  })
}

/**
 * Reads one answer with entities compiled by `prepare`: which entities it names and where, how it speaks of them, whether it
 * recommends them, what it lists and cites. Deterministic; never throws, whatever the text; for given entities the time is
 * linear in the length of the text. All offsets are UTF-16 code units into `text` as given. Invisible characters and kinds of
 * spaces and line breaks have no influence on what is found.
 */
export function extractWith(
  matcher: Matcher,
  { text: original, citations = [] }: Omit<ExtractionInput, 'entities'>,
): Extraction {
  const { text, toOriginal } = canonicalText(original)
  const toOriginalGraphemes = (span: Span) => aroundGraphemes(original, toOriginal(span))
  const found = findMentions(matcher, text)
  const { document, blocks, code, language, names, mentions } = found
  const answer = readAnswer(text, found.lower, document, blocks, language, names)
  const affirmed: Mention[][] = matcher.entities.map(() => [])
  const positions = new Map<number, number>()
  const deniedEntities = new Set<number>()
  for (const mention of mentions) {
    if (mention.denied) {
      deniedEntities.add(mention.entity)
      continue
    }
    affirmed[mention.entity]?.push(mention)
    if (!positions.has(mention.entity)) positions.set(mention.entity, positions.size + 1)
  }
  const entities = matcher.entities.map(({ name }, index): EntityObservation => {
    const own = affirmed[index] ?? []
    const [first] = own
    const reading =
      first &&
      readEntity(answer, {
        spans: own,
        scores: own.flatMap(({ score }) => score ?? []),
        ...(found.statements[index] ?? NOTHING_STATED),
      })
    const { evidence, ...recommendation } = reading?.recommendation ?? NO_RECOMMENDATION
    return {
      name,
      mentioned: own.length > 0,
      denied: own.length === 0 && deniedEntities.has(index),
      mentionCount: own.length,
      firstOffset: first ? toOriginal(first).start : null,
      position: positions.get(index) ?? null,
      sentiment: { ...summarise(own), label: reading?.label ?? null, score: reading?.score ?? null },
      recommendation: { ...recommendation, evidence: evidence && toOriginalGraphemes(evidence) },
    }
  })
  const discovered = observeUntracked(answer, found.untracked)
  const links = document.links.map((link) => ({ ...link, ...toOriginal(link) }))
  const lists = observeLists(blocks, mentions).map(({ items }) => ({
    items: items.map((item) => ({ ...item, ...toOriginal(item) })),
  }))
  const extraction: Extraction = {
    mentions: mentions.map((mention) => {
      const { start, end } = toOriginal(mention)
      const { entity, denied, sentiment, score, evidence } = mention
      return { entity, start, end, denied, sentiment, score, evidence: toOriginalGraphemes(evidence) }
    }),
    entities,
    citations: observeCitations(citations, links, matcher.owners, original),
    lists,
    comparisons: observeComparisons(found.comparisons, names, found.denied, entities.length).map((one) => ({
      ...one,
      ...toOriginalGraphemes(one),
    })),
    kind: readKind(answer),
    language: { code, read: language !== null },
    discovered: discovered.map((one) => ({
      ...one,
      ...toOriginalGraphemes(one),
      evidence: toOriginalGraphemes(one.evidence),
    })),
    extractionVersion: EXTRACTION_VERSION,
  }
  return language ? extraction : withoutOpinions(extraction)
}

let latest: { entities: string; matcher: Matcher } | undefined

/**
 * Reads one answer, as `extractWith` does. The compiled entities of the latest call are kept and used again while the
 * entities stay the same; a caller that alternates between several lists of entities is faster with `prepare` and `extractWith`.
 */
export function extract({ text, entities, citations = [] }: ExtractionInput): Extraction {
  const key = JSON.stringify(entities)
  if (latest?.entities !== key) {
    // A copy, so that the compiled entities stay what they are when the caller changes its list later.
    latest = { entities: key, matcher: prepare(structuredClone(entities)) }
  }
  return extractWith(latest.matcher, { text, citations })
}
