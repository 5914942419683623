import { z } from 'zod'
import { valuesOf } from '../../definitions/enumeration.ts'
import { MENTION_SENTIMENT_LABELS, RECOMMENDATION_STRENGTHS } from '../../definitions/vocabulary.ts'
import type { EntityObservation, Extraction, Mention, Span } from '../observation.ts'
import type { JudgeLabels } from './labels.ts'
import { MARKS } from './prompt.ts'

const MOST_MENTIONS = 200
/** UTF-16 code units of an answer that are shown to a judge. */
const LONGEST_TEXT = 60_000

/** A request to a judge, a language model that labels the mentions of one answer. */
export interface JudgeRequest {
  /** JSON for the user message: the answer with its mentions marked, and the entity of each mention. */
  content: string
  /** The mentions to be labelled. The id of a mention is its position here, from 1. */
  mentions: readonly Mention[]
  /** Their entities. The id of an entity is its position here, from 1. */
  entities: readonly EntityObservation[]
}

const labelsSchema = z.object({
  mentions: z.array(z.object({ id: z.int(), sentiment: z.enum(valuesOf(MENTION_SENTIMENT_LABELS)) })),
  brands: z.array(z.object({ id: z.int(), strength: z.enum(valuesOf(RECOMMENDATION_STRENGTHS)) })),
})

/**
 * Prepares the request for one answer: its first 200 mentions that are not denied, within its first 60,000 UTF-16 code units. Null
 * when there is no such mention.
 */
export function prepareJudgeRequest(text: string, { mentions, entities }: Extraction): JudgeRequest | null {
  // Some servers reject JSON with a lone surrogate, which cutting the text may leave.
  const shown = text.slice(0, LONGEST_TEXT).toWellFormed()
  const judged = mentions.filter(({ denied, end }) => !denied && end <= shown.length).slice(0, MOST_MENTIONS)
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

/** Marks every mention with its id, also inside another; marks that the text itself contains are replaced by brackets. */
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
 * Reads the labels from the answer of a judge, by entity. Ids that the request does not have, or that occur more than once, are left
 * out. Null when the answer is not JSON of the required form; never throws.
 */
export function readJudgeLabels(answer: string, { mentions, entities }: JudgeRequest): JudgeLabels[] | null {
  const parsed = labelsSchema.safeParse(parseJson(answer))
  if (!parsed.success) return null
  const sentiments = labelsById(parsed.data.mentions, ({ sentiment }) => sentiment)
  const strengths = labelsById(parsed.data.brands, ({ strength }) => strength)
  const labelled = mentions.flatMap(({ entity, start, end }, index) => {
    const sentiment = sentiments.get(index + 1)
    return sentiment ? [{ entity, start, end, sentiment }] : []
  })
  const indices = [...new Set(mentions.map(({ entity }) => entity))]
  return entities.flatMap(({ name, firstOffset, mentionCount }, index) => {
    const strength = strengths.get(index + 1) ?? null
    const own = labelled.filter(({ entity }) => entity === indices[index])
    if (firstOffset === null || (strength === null && own.length === 0)) return []
    const labels = own.map(({ start, end, sentiment }) => ({ start, end, sentiment }))
    return [{ name, firstOffset, mentionCount, strength, mentions: labels }]
  })
}

/** Parses the JSON object of an answer, which may stand alone, in a code fence or between sentences; null when there is none. */
function parseJson(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

/** Labels by id; null for an id that occurs more than once. */
function labelsById<Given extends { id: number }, Label>(
  given: readonly Given[],
  labelOf: (one: Given) => Label,
): Map<number, Label | null> {
  const labels = new Map<number, Label | null>()
  for (const one of given) labels.set(one.id, labels.has(one.id) ? null : labelOf(one))
  return labels
}
