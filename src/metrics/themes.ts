import type { MentionSentimentLabel } from '../definitions/vocabulary.ts'
import { type Basket, commonBasket } from './basket.ts'
import type { Fraction } from './basket-columns.ts'
import { shareChanges, untested } from './changes.ts'
import { add } from './counts.ts'
import { FEWEST_PROMPTS, type MetricChange, type Rate } from './definitions.ts'
import type { MetricsAnswer, MetricsInput, MetricsMention } from './metrics-input.ts'
import { type PromptCount, rateInterval } from './rate-interval.ts'

/** Words after `other:` in a theme, which is not one of the known themes. */
export const OTHER = 'other:'
/** A word becomes a theme of a run if at least this many answers to this many prompts have an opinion on it. */
const MIN_OTHER_ANSWERS = 3
const MIN_OTHER_PROMPTS = 2
/** Maximum number of such themes. Each adds two tests per brand. */
const MAX_OTHER = 10

/** Answers of a brand on a theme. An answer with praise and criticism counts in both. */
export interface ThemeFigures {
  theme: string
  /** Answers that praise it, that criticize it, and that mention it without an opinion. */
  positive: number
  negative: number
  neutral: number
  /** Shares of the answers that mention the brand. */
  positiveRate: Rate
  negativeRate: Rate
  positiveChange: MetricChange
  negativeChange: MetricChange
}

/** Themes of a brand. */
export interface EntityThemes {
  id: string
  name: string
  /** Answers that mention the brand and were searched for themes. */
  answers: number
  /** The same themes in the same order for all brands of a run: those with the most answers first. */
  themes: ThemeFigures[]
}

const OPINIONS = ['positive', 'negative'] as const satisfies readonly MentionSentimentLabel[]
type OpinionLabel = (typeof OPINIONS)[number]

/**
 * Returns the themes of every brand of a batch with the changes since the previous batch. All changes are tested together
 * as one family: a `moved` that chance explains occurs in 5 % of comparisons, however many themes and brands there are.
 * @param isSame whether both batches tracked the entity by the same names and domains
 */
export function themesOf(
  current: MetricsInput,
  previous: MetricsInput | null,
  isSame: (id: string) => boolean = () => true,
): EntityThemes[] {
  const themes = listThemes(current)
  const figures = current.entities.map(({ id, name }, entity) => {
    const counted = countThemes(current, entity)
    return { id, name, answers: counted.answers, themes: themes.map((theme) => counted.figuresOf(theme)) }
  })
  const changes = changesOf(current, previous, isSame, themes)
  return figures.map((entity, index) => ({
    ...entity,
    themes: entity.themes.map((theme, at) => {
      const first = (index * themes.length + at) * OPINIONS.length
      const [positive, negative] = [changes[first], changes[first + 1]]
      const none = untested('insufficient')
      return { ...theme, positiveChange: positive ?? none, negativeChange: negative ?? none }
    }),
  }))
}

/** Returns the mention of an entity in a completed answer that was searched for themes. */
function mentionIn({ status, entities }: MetricsAnswer, entity: number): MetricsMention | null {
  const mention = status === 'ok' ? entities[entity] : undefined
  return mention?.mentioned && mention.themes ? mention : null
}

/** Returns the themes of a batch, most frequent first, without words that too few answers have in common. */
function listThemes({ entities, answers }: MetricsInput): string[] {
  const counts = new Map<string, { answers: number; prompts: Set<number> }>()
  for (const answer of answers) {
    const themes = new Set(
      entities.flatMap((_, entity) => mentionIn(answer, entity)?.themes?.map(([theme]) => theme) ?? []),
    )
    for (const theme of themes) {
      const count = counts.get(theme) ?? { answers: 0, prompts: new Set() }
      counts.set(theme, count)
      count.answers += 1
      count.prompts.add(answer.prompt)
    }
  }
  const sorted = [...counts].sort(
    ([a, first], [b, second]) => second.answers - first.answers || (a < b ? -1 : 1),
  )
  const others = sorted.filter(
    ([theme, count]) =>
      theme.startsWith(OTHER) &&
      count.answers >= MIN_OTHER_ANSWERS &&
      count.prompts.size >= MIN_OTHER_PROMPTS,
  )
  const shown = new Set(others.slice(0, MAX_OTHER).map(([theme]) => theme))
  return sorted.flatMap(([theme]) => (!theme.startsWith(OTHER) || shown.has(theme) ? [theme] : []))
}

function countThemes({ answers }: MetricsInput, entity: number) {
  const prompts = new Map<number, number>()
  const counts = new Map<string, Map<number, number>>()
  let mentioning = 0
  for (const answer of answers) {
    const mention = mentionIn(answer, entity)
    if (!mention) continue
    mentioning += 1
    increment(prompts, answer.prompt)
    const found = new Set(mention.themes?.map(([theme, label]) => `${label} ${theme}`))
    for (const key of found) {
      const [label = '', theme = ''] = splitKey(key)
      // An answer with an opinion is not neutral as well.
      if (label === 'neutral' && OPINIONS.some((opinion) => found.has(`${opinion} ${theme}`))) continue
      const ofTheme = counts.get(key) ?? new Map<number, number>()
      counts.set(key, ofTheme)
      increment(ofTheme, answer.prompt)
    }
  }
  const countsOf = (label: MentionSentimentLabel, theme: string) =>
    counts.get(`${label} ${theme}`) ?? new Map()
  const rateOf = (label: OpinionLabel, theme: string) => {
    const present = countsOf(label, theme)
    return rateInterval(
      [...prompts].map(([prompt, all]): PromptCount => ({ present: present.get(prompt) ?? 0, answers: all })),
    )
  }
  return {
    answers: mentioning,
    figuresOf: (theme: string): Omit<ThemeFigures, 'positiveChange' | 'negativeChange'> => ({
      theme,
      positive: sumOf(countsOf('positive', theme)),
      negative: sumOf(countsOf('negative', theme)),
      neutral: sumOf(countsOf('neutral', theme)),
      positiveRate: rateOf('positive', theme),
      negativeRate: rateOf('negative', theme),
    }),
  }
}

function splitKey(key: string): [label: string, theme: string] {
  const space = key.indexOf(' ')
  return [key.slice(0, space), key.slice(space + 1)]
}

function increment(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function sumOf(counts: ReadonlyMap<number, number>): number {
  let sum = 0
  for (const count of counts.values()) sum += count
  return sum
}

/** Returns the changes per entity, theme and label, in this order. */
function changesOf(
  current: MetricsInput,
  previous: MetricsInput | null,
  isSame: (id: string) => boolean,
  themes: readonly string[],
): MetricChange[] {
  const keys = current.entities.flatMap(({ id }, entity) =>
    themes.flatMap((theme) => OPINIONS.map((label) => ({ id, entity, theme, label }))),
  )
  if (!previous) return keys.map(() => untested('insufficient'))
  const basket = commonBasket(current, previous)
  if (!basket) return keys.map(() => untested('not_comparable'))
  if (basket.prompts < FEWEST_PROMPTS) return keys.map(() => untested('insufficient'))
  const now = columnsOf(basket, 'now')
  const before = columnsOf(basket, 'before')
  const earlier = new Map(previous.entities.map(({ id }, entity) => [id, entity]))
  const isCompared = (id: string) => earlier.has(id) && isSame(id)
  const compared = keys.filter(({ id }) => isCompared(id))
  const changes = shareChanges(
    compared.map(({ id, entity, theme, label }) => ({
      now: now(entity, theme, label),
      before: before(earlier.get(id) ?? -1, theme, label),
    })),
    basket.prompts,
  )
  let next = 0
  return keys.map(({ id }) => {
    if (!isCompared(id)) return untested('not_comparable')
    next += 1
    return changes[next - 1] ?? untested('insufficient')
  })
}

/** Returns a function for the share of a label in the answers that mention an entity, by prompt of the basket. */
function columnsOf(basket: Basket, side: 'now' | 'before') {
  const denominators = new Map<number, Float64Array>()
  const numerators = new Map<string, Float64Array>()
  const columnOf = <Key>(columns: Map<Key, Float64Array>, key: Key) => {
    const column = columns.get(key) ?? new Float64Array(basket.prompts)
    columns.set(key, column)
    return column
  }
  for (const { prompt, [side]: answers } of basket.cells) {
    for (const answer of answers) {
      answer.entities.forEach((_, entity) => {
        const mention = mentionIn(answer, entity)
        if (!mention) return
        add(columnOf(denominators, entity), prompt, 1 / answers.length)
        for (const [theme, label] of mention.themes ?? [])
          add(columnOf(numerators, `${entity} ${label} ${theme}`), prompt, 1 / answers.length)
      })
    }
  }
  return (entity: number, theme: string, label: OpinionLabel): Fraction => ({
    numerators: columnOf(numerators, `${entity} ${label} ${theme}`),
    denominators: columnOf(denominators, entity),
  })
}
