import type { Line, ListBlock } from '../markdown/document.ts'
import { entitiesNamed, type FoundName } from '../names/mentions.ts'
import type { Recommendation, RecommendationStrength, Span } from '../observation.ts'
import type { Cue } from './cues.ts'
import { introducesNoAnswers } from './list-introductions.ts'
import { subjectsOf } from './subjects.ts'

/** The place of an entity in a list that may answer the question; the evidence is the title of its item, or all of the item. */
export interface Rank {
  /** From 1. */
  rank: number
  listSize: number
  evidence: Span
}

const STRONG_RANK = 3
/** Which list counts where an entity is an item of several: the kind with the lowest number. */
const KIND_ORDER = {
  ordered: 0,
  headings: 0,
  bold: 1,
  unordered: 1,
  plain: 1,
  cards: 1,
  table: 2,
  sections: 2,
}
// After all of these: "Best for teams: X" without a number says what X is good for and not which rank it has.
const LABELLED_ORDER = 3
// Kinds of one-line items, where the whole item is the evidence of the rank and not only its title.
const WHOLE_ITEM: ReadonlySet<ListBlock['kind']> = new Set(['table', 'plain', 'cards'])
const LONGEST_INTRODUCTION = 200

/** The recommendation of an entity that the answer does not name. */
export const NO_RECOMMENDATION: Recommendation = {
  recommended: false,
  strength: null,
  reason: null,
  rank: null,
  listSize: null,
  evidence: null,
}

function introductionOf(text: string, lines: readonly Line[], list: ListBlock): string {
  let index = list.line - 1
  while (index >= 0 && lines[index]?.kind === 'blank') index -= 1
  const line = lines[index]
  return line ? text.slice(Math.max(line.content, line.end - LONGEST_INTRODUCTION), line.end) : ''
}

/**
 * Rank of each entity in the list that answers the question, by the entity's index. Of the lists with two or more ranked items in
 * which the entity is the subject of an item, a numbered list goes before bullets, bullets before a table or sections, and the first
 * list before later ones. A list in which it is the subject of more than half of the items is about that entity and no ranking. The
 * rank of an entity does not depend on which other entities are tracked.
 */
export function rankEntities(
  text: string,
  lines: readonly Line[],
  lists: readonly ListBlock[],
  names: readonly FoundName[],
): Map<number, Rank> {
  const ranks = new Map<number, Rank & { order: number }>()
  if (names.length === 0) return ranks
  for (const list of lists) {
    const items = list.items.filter(({ unranked }) => !unranked)
    if (items.length < 2) continue
    const seen = new Map<number, { first: number; times: number; labelled: boolean }>()
    items.forEach((item, index) => {
      const subjects = subjectsOf(text, item, names)
      for (const entity of new Set(
        subjects.names.flatMap((name) => (names[name] ? entitiesNamed(names[name]) : [])),
      )) {
        const known = seen.get(entity)
        if (known) known.times += 1
        else seen.set(entity, { first: index, times: 1, labelled: subjects.labelled })
      }
    })
    if (seen.size === 0 || introducesNoAnswers(introductionOf(text, lines, list))) continue
    for (const [entity, { first, times, labelled }] of seen) {
      const item = items[first]
      const known = ranks.get(entity)
      const order = labelled && list.kind !== 'ordered' ? LABELLED_ORDER : KIND_ORDER[list.kind]
      if (!item || times > Math.max(1, items.length / 2) || (known && known.order <= order)) continue
      const { start, end } = WHOLE_ITEM.has(list.kind) ? item : item.title
      ranks.set(entity, { rank: first + 1, listSize: items.length, evidence: { start, end }, order })
    }
  }
  return ranks
}

function strongest(cues: readonly Cue[]): Cue | undefined {
  for (const strength of ['primary', 'strong', 'discouraged', 'among'] as const) {
    const found = cues.find((cue) => cue.strength === strength)
    if (found) return found
  }
  return undefined
}

/** True for the strengths that recommend an entity: all but `discouraged` and `mentioned_only`. */
export function isRecommended(strength: RecommendationStrength): boolean {
  return strength !== 'discouraged' && strength !== 'mentioned_only'
}

/**
 * Whether and how strongly the answer recommends an entity that it names. primary: called the best or the first choice, or first in
 * the list that answers the question; strong: recommended in words, or among the first three of that list; among: further down that
 * list, or "worth considering"; discouraged: advised against, unless recommended elsewhere; mentioned_only: anything else.
 */
export function recommend(cues: readonly Cue[], rank: Rank | undefined, firstMention: Span): Recommendation {
  const cue = strongest(cues)
  const place = { rank: rank?.rank ?? null, listSize: rank?.listSize ?? null }
  const withStrength = (strength: RecommendationStrength, evidence: Span): Recommendation => ({
    recommended: isRecommended(strength),
    strength,
    reason: null,
    ...place,
    evidence,
  })
  if (cue?.strength === 'discouraged') return withStrength('discouraged', cue.evidence)
  if (cue?.strength === 'primary') return withStrength('primary', cue.evidence)
  if (rank?.rank === 1) return withStrength('primary', rank.evidence)
  if (cue?.strength === 'strong') return withStrength('strong', cue.evidence)
  if (rank && rank.rank <= STRONG_RANK) return withStrength('strong', rank.evidence)
  if (rank) return withStrength('among', rank.evidence)
  if (cue) return withStrength('among', cue.evidence)
  return withStrength('mentioned_only', firstMention)
}
