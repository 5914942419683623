import { observeCitations } from '../document/citations/citations.ts'
import type { ListBlock, MarkdownDocument } from '../document/document.ts'
import {
  EXTRACTION_VERSION,
  type Extraction,
  type SourceCitation,
  type Span,
  type ThemeObservation,
  type TrackedEntity,
} from '../foundation/observation.ts'
import type { AnswerNames } from '../names/discovery/answer-names.ts'
import type { NameOpinions } from '../opinions/name-opinions.ts'
import type { AnswerStances } from '../stance/classify-stances.ts'
import type { CanonicalText } from '../text/canonical-text.ts'
import { aroundGraphemes } from '../text/graphemes.ts'
import { observeComparisons } from './comparisons.ts'
import { observeEntities } from './entities.ts'
import { observeLists } from './lists.ts'
import { observeMentions } from './mentions.ts'
import { withoutOpinions } from './unread.ts'

/** The answer as it was received, and the entities that are tracked in it. */
interface Source {
  original: string
  toOriginal: CanonicalText['toOriginal']
  citations: readonly SourceCitation[]
  entities: readonly TrackedEntity[]
  /** Index of the owning entity by lower-case domain. */
  owners: ReadonlyMap<string, number>
}

/** Results of the earlier stages. Their offsets refer to the canonical text. */
interface StageResults {
  document: MarkdownDocument
  lists: readonly ListBlock[]
  language: Extraction['language']
  names: AnswerNames
  opinions: NameOpinions
  stances: AnswerStances
  themes: readonly ThemeObservation[]
}

/**
 * Combines the results of all stages. All offsets of the result refer to the original text; spans cover whole grapheme
 * clusters.
 */
export function observe(
  { original, toOriginal, citations, entities, owners }: Source,
  { document, lists, language, names: { names, untracked }, opinions, stances, themes }: StageResults,
): Extraction {
  const moved = <Item extends Span>(item: Item): Item => ({ ...item, ...toOriginal(item) })
  const toGraphemes = (span: Span) => aroundGraphemes(original, toOriginal(span))
  const mentions = observeMentions(names, opinions, entities.length)
  const extraction: Extraction = {
    mentions: mentions.map((mention) => ({ ...moved(mention), evidence: toGraphemes(mention.evidence) })),
    entities: observeEntities(entities, mentions.map(moved), stances.tracked).map((entity) => {
      const { evidence, ...recommendation } = entity.recommendation
      return { ...entity, recommendation: { ...recommendation, evidence: evidence && toGraphemes(evidence) } }
    }),
    citations: observeCitations(citations, document.links.map(moved), owners, original),
    lists: observeLists(lists, mentions).map(({ items }) => ({ items: items.map(moved) })),
    comparisons: observeComparisons(names, opinions, entities.length).map((comparison) => ({
      ...comparison,
      ...toGraphemes(comparison),
    })),
    themes: themes.map((theme) => ({ ...theme, words: toGraphemes(theme.words), ...toGraphemes(theme) })),
    kind: stances.kind,
    kindProbability: stances.kindProbability,
    language,
    discovered: untracked.names.map((name, index) => {
      const { strength = null, rank = null, evidence = null } = stances.untracked[index]?.recommendation ?? {}
      return {
        ...name,
        ...toGraphemes(name),
        strength: strength ?? 'mentioned_only',
        rank,
        evidence: toGraphemes(evidence ?? name),
      }
    }),
    extractionVersion: EXTRACTION_VERSION,
  }
  return language.read ? extraction : withoutOpinions(extraction)
}
