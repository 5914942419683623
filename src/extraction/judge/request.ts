import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { MENTION_SENTIMENT_LABELS, RECOMMENDATION_STRENGTHS } from '../../definitions/vocabulary.ts'
import type {
  EntityObservation,
  Extraction,
  Mention,
  Span,
  ThemeObservation,
} from '../foundation/observation.ts'
import type { JudgeLabels } from './labels.ts'
import { JUDGED_THEMES, MARKS } from './prompt.ts'
import { labelsById, parseJson } from './reply.ts'

const MAX_MENTIONS = 200
/** An opinion is sent with its passage of up to 300 UTF-16 code units. */
const MAX_OPINIONS = 60
/** Maximum length of the text that a judge receives, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 60_000

/** A request to a judge, which is a language model that labels the mentions and opinions of one answer. */
export interface JudgeRequest {
  /** JSON for the user message: the answer with marked mentions, the entity of each mention, and the opinions. */
  content: string
  /** The mentions to label. The id of a mention is its 1-based position in this array. */
  mentions: readonly Mention[]
  /** Their entities. The id of an entity is its 1-based position in this array. */
  entities: readonly EntityObservation[]
  /** Praise and criticism of these entities. The id of an opinion is its 1-based position in this array. */
  opinions: readonly ThemeObservation[]
}

const labelsSchema = z.object({
  mentions: z.array(z.object({ id: z.int(), sentiment: z.enum(valuesOf(MENTION_SENTIMENT_LABELS)) })),
  brands: z.array(z.object({ id: z.int(), strength: z.enum(valuesOf(RECOMMENDATION_STRENGTHS)) })),
  // Read one by one, so that an invalid one does not discard the others.
  opinions: z.array(z.unknown()).catch([]),
})

const opinionSchema = z.object({
  id: z.int(),
  theme: z.enum(JUDGED_THEMES),
  label: z.enum(valuesOf(MENTION_SENTIMENT_LABELS)),
})

/**
 * Prepares the request for one answer. It includes the first 200 mentions that are not denied within the first 60,000
 * UTF-16 code units, and the first 60 passages with praise or criticism of their entities. Returns null without mentions.
 * @param options.below the request is only about entities whose sentiment or strength has a lower probability, 0…1;
 *   1 includes all
 */
export function prepareJudgeRequest(
  text: string,
  { mentions, entities, themes }: Extraction,
  { below = 1 }: { below?: number } = {},
): JudgeRequest | null {
  // Some servers reject JSON with a lone surrogate, which truncation can produce.
  const shown = text.slice(0, MAX_TEXT_LENGTH).toWellFormed()
  const isUncertain = entities.map(
    ({ sentiment, recommendation }) =>
      Math.min(sentiment.probability ?? 0, recommendation.probability ?? 0) < below,
  )
  const judged = mentions
    .filter(({ denied, end, entity }) => !denied && end <= shown.length && isUncertain[entity])
    .slice(0, MAX_MENTIONS)
  const indices = [...new Set(judged.map(({ entity }) => entity))]
  if (indices.length === 0) return null
  const involved = indices.flatMap((index) => entities[index] ?? [])
  const opinions = selectOpinions(themes).filter(
    ({ entity, end }) => indices.includes(entity) && end <= shown.length,
  )
  const requested = opinions.slice(0, MAX_OPINIONS)
  const brandOf = (entity: number) => indices.indexOf(entity) + 1
  const quote = ({ start, end }: Span) => withoutMarks(shown.slice(start, end)).toWellFormed()
  const content = JSON.stringify({
    brands: involved.map(({ name }, index) => ({ id: index + 1, name: name.toWellFormed() })),
    mentions: judged.map(({ entity }, index) => ({ id: index + 1, brand: brandOf(entity) })),
    opinions: requested.map(({ entity, words, ...passage }, index) => ({
      id: index + 1,
      brand: brandOf(entity),
      words: quote(words),
      passage: quote(passage),
    })),
    text: markMentions(shown, judged),
  })
  return { content, mentions: judged, entities: involved, opinions: requested }
}

/** Returns the praise and criticism, each entity and words once: the rules can find two themes in the same words. */
function selectOpinions(themes: readonly ThemeObservation[]): ThemeObservation[] {
  const opinions = new Map<string, ThemeObservation>()
  for (const theme of themes) {
    const key = `${theme.entity} ${theme.words.start} ${theme.words.end}`
    if (theme.label !== 'neutral' && !opinions.has(key)) opinions.set(key, theme)
  }
  return [...opinions.values()]
}

/** Replaces mark characters in an answer with brackets. */
function withoutMarks(text: string): string {
  return text.replaceAll(MARKS.open, '[').replaceAll(MARKS.close, ']')
}

/** Marks every mention with its id; marks can be nested. */
function markMentions(text: string, mentions: readonly Span[]): string {
  const plain = (from: number, to: number) => withoutMarks(text.slice(from, to))
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
 * Parses the judge's answer into labels per entity. Ids that are unknown or occur more than once are skipped, and so are
 * invalid labels of opinions. Returns null if the answer is not JSON of the required form; never throws.
 */
export function readJudgeLabels(
  answer: string,
  { mentions, entities, opinions }: JudgeRequest,
): JudgeLabels[] | null {
  const parsed = labelsSchema.safeParse(parseJson(answer))
  if (!parsed.success) return null
  const sentiments = labelsById(parsed.data.mentions, ({ sentiment }) => sentiment)
  const strengths = labelsById(parsed.data.brands, ({ strength }) => strength)
  const labeledMentions = mentions.flatMap(({ entity, start, end }, index) => {
    const sentiment = sentiments.get(index + 1)
    return sentiment ? [{ entity, start, end, sentiment }] : []
  })
  const valid = parsed.data.opinions.flatMap((item) => opinionSchema.safeParse(item).data ?? [])
  const opinionLabels = labelsById(valid, ({ theme, label }) => ({ theme, label }))
  const labeledOpinions = opinions.flatMap(({ entity, words }, index) => {
    const label = opinionLabels.get(index + 1)
    return label ? [{ entity, ...words, ...label }] : []
  })
  const indices = [...new Set(mentions.map(({ entity }) => entity))]
  return entities.flatMap(({ name, firstOffset, mentionCount }, index) => {
    const strength = strengths.get(index + 1) ?? null
    const isOwn = ({ entity }: { entity: number }) => entity === indices[index]
    const ownMentions = labeledMentions.filter(isOwn).map(({ entity: _, ...label }) => label)
    const ownOpinions = labeledOpinions.filter(isOwn).map(({ entity: _, ...label }) => label)
    const isEmpty = strength === null && ownMentions.length === 0 && ownOpinions.length === 0
    if (firstOffset === null || isEmpty) return []
    return [{ name, firstOffset, mentionCount, strength, mentions: ownMentions, opinions: ownOpinions }]
  })
}
