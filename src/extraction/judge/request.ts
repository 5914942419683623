import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { MENTION_SENTIMENT_LABELS, RECOMMENDATION_STRENGTHS } from '../../definitions/vocabulary.ts'
import type { EntityObservation, Extraction, Mention, Span } from '../foundation/observation.ts'
import type { JudgeLabels } from './labels.ts'
import { MARKS } from './prompt.ts'

const MAX_MENTIONS = 200
/** Maximum length of the text that a judge receives, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 60_000

/** A request to a judge, which is a language model that labels the mentions of one answer. */
export interface JudgeRequest {
  /** JSON for the user message: the answer with marked mentions, and the entity of each mention. */
  content: string
  /** The mentions to label. The id of a mention is its 1-based position in this array. */
  mentions: readonly Mention[]
  /** Their entities. The id of an entity is its 1-based position in this array. */
  entities: readonly EntityObservation[]
}

const labelsSchema = z.object({
  mentions: z.array(z.object({ id: z.int(), sentiment: z.enum(valuesOf(MENTION_SENTIMENT_LABELS)) })),
  brands: z.array(z.object({ id: z.int(), strength: z.enum(valuesOf(RECOMMENDATION_STRENGTHS)) })),
})

/**
 * Prepares the request for one answer. It includes the first 200 mentions that are not denied within the first 60,000
 * UTF-16 code units. Returns null if there are none.
 */
export function prepareJudgeRequest(text: string, { mentions, entities }: Extraction): JudgeRequest | null {
  // Some servers reject JSON with a lone surrogate, which truncation can produce.
  const shown = text.slice(0, MAX_TEXT_LENGTH).toWellFormed()
  const judged = mentions.filter(({ denied, end }) => !denied && end <= shown.length).slice(0, MAX_MENTIONS)
  const indices = [...new Set(judged.map(({ entity }) => entity))]
  if (indices.length === 0) return null
  const involved = indices.flatMap((index) => entities[index] ?? [])
  const content = JSON.stringify({
    brands: involved.map(({ name }, index) => ({ id: index + 1, name: name.toWellFormed() })),
    mentions: judged.map(({ entity }, index) => ({ id: index + 1, brand: indices.indexOf(entity) + 1 })),
    text: markMentions(shown, judged),
  })
  return { content, mentions: judged, entities: involved }
}

/** Marks every mention with its id; marks can be nested. Replaces mark characters in the text itself with brackets. */
function markMentions(text: string, mentions: readonly Span[]): string {
  const plain = (from: number, to: number) =>
    text.slice(from, to).replaceAll(MARKS.open, '[').replaceAll(MARKS.close, ']')
  const open: number[] = []
  let marked = ''
  let at = 0
  const closeUntil = (offset: number) => {
    for (let end = open.at(-1); end !== undefined && end <= offset; end = open.at(-1)) {
      marked += `${plain(at, end)}${MARKS.close}`
      at = end
      open.pop()
    }
  }
  mentions.forEach(({ start, end }, index) => {
    closeUntil(start)
    marked += `${plain(at, start)}${MARKS.open}${index + 1}:`
    at = start
    open.push(end)
  })
  closeUntil(text.length)
  return marked + plain(at, text.length)
}

/**
 * Parses the judge's answer into labels per entity. Ids that are unknown or occur more than once are skipped. Returns
 * null if the answer is not JSON of the required form; never throws.
 */
export function readJudgeLabels(answer: string, { mentions, entities }: JudgeRequest): JudgeLabels[] | null {
  const parsed = labelsSchema.safeParse(parseJson(answer))
  if (!parsed.success) return null
  const sentiments = labelsById(parsed.data.mentions, ({ sentiment }) => sentiment)
  const strengths = labelsById(parsed.data.brands, ({ strength }) => strength)
  const labeledMentions = mentions.flatMap(({ entity, start, end }, index) => {
    const sentiment = sentiments.get(index + 1)
    return sentiment ? [{ entity, start, end, sentiment }] : []
  })
  const indices = [...new Set(mentions.map(({ entity }) => entity))]
  return entities.flatMap(({ name, firstOffset, mentionCount }, index) => {
    const strength = strengths.get(index + 1) ?? null
    const entityMentions = labeledMentions.filter(({ entity }) => entity === indices[index])
    if (firstOffset === null || (strength === null && entityMentions.length === 0)) return []
    const labels = entityMentions.map(({ start, end, sentiment }) => ({ start, end, sentiment }))
    return [{ name, firstOffset, mentionCount, strength, mentions: labels }]
  })
}

/**
 * Parses the JSON object in an answer, which can be in a code fence or between sentences. Returns null if there is
 * none.
 */
function parseJson(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

/** Maps ids to labels; an id that occurs more than once maps to null. */
function labelsById<Item extends { id: number }, Label>(
  items: readonly Item[],
  labelOf: (item: Item) => Label,
): Map<number, Label | null> {
  const labels = new Map<number, Label | null>()
  for (const item of items) labels.set(item.id, labels.has(item.id) ? null : labelOf(item))
  return labels
}
