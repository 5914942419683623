import type { Line, ListBlock } from '../markdown/document.ts'
import { introducesOther } from '../markdown/introductions.ts'
import type { FoundName } from '../names/mentions.ts'
import type { Recommendation, RecommendationStrength, Span } from '../observation.ts'
import type { Cue } from './recommendation-cues.ts'
import { subjectsOf } from './subjects.ts'

/** Where an entity stands in a list that may answer the question. */
export interface Rank {
  rank: number
  listSize: number
  evidence: Span
}

const STRONG_RANK = 3
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
// Behind all of these: "Best for teams: X" without a number says what X is good for, not where it stands.
const LABELLED = 3
// Items of one line: all of it shows the rank.
const WHOLE_ITEM: ReadonlySet<ListBlock['kind']> = new Set(['table', 'plain', 'cards'])
const LONGEST_INTRODUCTION = 200

/** No recommendation: the entity is not in the answer. */
export const NO_RECOMMENDATION: Recommendation = {
  recommended: false,
  strength: null,
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
 * Rank of each entity in the list that answers the question: of the lists of two or more items in which the entity
 * itself is the subject of an item, a numbered one before bullets before a table or sections, then the first. A list
 * in which it is the subject of more than half of the items is about it, not a ranking. Items that stand aside do not
 * count. Independent of other entities.
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
    const items = list.items.filter(({ aside }) => !aside)
    if (items.length < 2) continue
    const seen = new Map<number, { first: number; times: number; labelled: boolean }>()
    items.forEach((item, index) => {
      const subjects = subjectsOf(text, item, names)
      for (const entity of new Set(subjects.names.map((name) => names[name]?.entity ?? -1))) {
        const known = seen.get(entity)
        if (known) known.times += 1
        else seen.set(entity, { first: index, times: 1, labelled: subjects.labelled })
      }
    })
    if (seen.size === 0 || introducesOther(introductionOf(text, lines, list))) continue
    for (const [entity, { first, times, labelled }] of seen) {
      const item = items[first]
      const known = ranks.get(entity)
      const order = labelled && list.kind !== 'ordered' ? LABELLED : KIND_ORDER[list.kind]
      if (!item || times > Math.max(1, items.length / 2) || (known && known.order <= order)) continue
      const { start, end } = WHOLE_ITEM.has(list.kind) ? item : item.head
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

/** Whether a strength is a recommendation at all. */
export function isRecommended(strength: RecommendationStrength): boolean {
  return strength !== 'discouraged' && strength !== 'mentioned_only'
}

/**
 * Whether and how strongly the answer recommends an entity it names. primary: called the best or the first choice, or
 * first in the answering list; strong: recommended in words, or among the first three; among: further down the list,
 * or "worth considering"; discouraged: advised against, unless recommended elsewhere; else mentioned_only.
 */
export function recommend(cues: readonly Cue[], rank: Rank | undefined, firstMention: Span): Recommendation {
  const cue = strongest(cues)
  const place = { rank: rank?.rank ?? null, listSize: rank?.listSize ?? null }
  const say = (strength: RecommendationStrength, evidence: Span): Recommendation => ({
    recommended: isRecommended(strength),
    strength,
    ...place,
    evidence,
  })
  if (cue?.strength === 'discouraged') return say('discouraged', cue.evidence)
  if (cue?.strength === 'primary') return say('primary', cue.evidence)
  if (rank?.rank === 1) return say('primary', rank.evidence)
  if (cue?.strength === 'strong') return say('strong', cue.evidence)
  if (rank && rank.rank <= STRONG_RANK) return say('strong', rank.evidence)
  if (rank) return say('among', rank.evidence)
  if (cue) return say('among', cue.evidence)
  return say('mentioned_only', firstMention)
}
