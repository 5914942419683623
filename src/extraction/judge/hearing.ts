import { z } from 'zod'
import {
  type EntityObservation,
  type Extraction,
  type Mention,
  RECOMMENDATION_STRENGTHS,
  SENTIMENT_LABELS,
  type Span,
} from '../observation.ts'
import { MARKS } from './judge-prompt.ts'
import type { JudgedEntity } from './judgement.ts'

const MOST_MENTIONS = 200
/** UTF-16 code units of an answer that are shown to a judge. */
const LONGEST_TEXT = 60_000

/** What a judge is asked about one answer. */
export interface Hearing {
  /** A JSON text: the answer with its mentions marked, and which entity each of them names. */
  material: string
  /** A mention's id is its place here, from 1. */
  mentions: readonly Mention[]
  /** Entities of these mentions; an entity's id is its place here, from 1. */
  entities: readonly EntityObservation[]
}

const verdictSchema = z.object({
  mentions: z.array(z.object({ id: z.int(), sentiment: z.enum(SENTIMENT_LABELS) })),
  brands: z.array(z.object({ id: z.int(), strength: z.enum(RECOMMENDATION_STRENGTHS) })),
})

/**
 * What a judge is asked about an answer: its first 200 mentions that are no denials, within its first 60,000 UTF-16 code units. Null where
 * there is nothing to judge.
 */
export function prepareHearing(text: string, { mentions, entities }: Extraction): Hearing | null {
  // Half a surrogate pair is no JSON for some servers.
  const shown = text.slice(0, LONGEST_TEXT).toWellFormed()
  const heard = mentions.filter(({ denied, end }) => !denied && end <= shown.length).slice(0, MOST_MENTIONS)
  const indices = [...new Set(heard.map(({ entity }) => entity))]
  if (indices.length === 0) return null
  const involved = indices.flatMap((index) => entities[index] ?? [])
  const material = JSON.stringify({
    brands: involved.map(({ name }, index) => ({ id: index + 1, name: name.toWellFormed() })),
    mentions: heard.map(({ entity }, index) => ({ id: index + 1, brand: indices.indexOf(entity) + 1 })),
    text: mark(shown, heard),
  })
  return { material, mentions: heard, entities: involved }
}

/** The text with every mention marked by its id; marks that it holds itself become brackets. */
function mark(text: string, mentions: readonly Span[]): string {
  const plain = (from: number, to: number) =>
    text.slice(from, to).replaceAll(MARKS.open, '[').replaceAll(MARKS.close, ']')
  let marked = ''
  let at = 0
  mentions.forEach(({ start, end }, index) => {
    marked += `${plain(at, start)}${MARKS.open}${index + 1}:${plain(start, end)}${MARKS.close}`
    at = end
  })
  return marked + plain(at, text.length)
}

/**
 * The labels in a judge's answer, by entity. Ids that were not asked about, or that come more than once, are left out; null where the
 * answer is no JSON of the form, whatever else it is.
 */
export function readVerdict(answer: string, { mentions, entities }: Hearing): JudgedEntity[] | null {
  const verdict = verdictSchema.safeParse(parseJson(answer))
  if (!verdict.success) return null
  const sentiments = givenOnce(verdict.data.mentions, ({ sentiment }) => sentiment)
  const strengths = givenOnce(verdict.data.brands, ({ strength }) => strength)
  const judged = mentions.flatMap(({ entity, start, end }, index) => {
    const sentiment = sentiments.get(index + 1)
    return sentiment ? [{ entity, start, end, sentiment }] : []
  })
  const indices = [...new Set(mentions.map(({ entity }) => entity))]
  return entities.flatMap(({ name, firstOffset, mentionCount }, index) => {
    const strength = strengths.get(index + 1) ?? null
    const own = judged.filter(({ entity }) => entity === indices[index])
    if (firstOffset === null || (strength === null && own.length === 0)) return []
    const labels = own.map(({ start, end, sentiment }) => ({ start, end, sentiment }))
    return [{ name, firstOffset, mentionCount, strength, mentions: labels }]
  })
}

/** One JSON object, alone, in a fence or between words. */
function parseJson(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

function givenOnce<Given extends { id: number }, Label>(
  given: readonly Given[],
  labelOf: (one: Given) => Label,
): Map<number, Label | null> {
  const labels = new Map<number, Label | null>()
  for (const one of given) labels.set(one.id, labels.has(one.id) ? null : labelOf(one))
  return labels
}
