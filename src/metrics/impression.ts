import { type MeasuredAnswer, STRENGTHS, type Strength } from './measured.ts'

/** Answers by an entity's order of first mention. */
export type Positions = {
  /** Mean over the answers that name it; null when none does. */
  average: number | null
  /** By position, each that occurred; they add up to the answers that name it. */
  histogram: { position: number; answers: number }[]
  /** Answers that do not name it: they have no position. */
  absent: number
}

/** A mean over the answers in which it is known. */
export type Mean = { value: number | null; answers: number }

export type ToneCounts = { positive: number; neutral: number; negative: number }

/** Answers that name an entity, by how strongly they recommend it. */
export type StrengthCounts = Record<Exclude<Strength, 'mentioned_only'> | 'mentionedOnly', number>

/** How answers speak of one entity, beyond rates. */
export interface Impression {
  positions: Positions
  prominence: Mean
  /** (positive − negative) / mentions, −1…1; null without a mention. */
  sentiment: number | null
  sentiments: ToneCounts
  strengths: StrengthCounts
}

/** Reads completed answers for what they say of the entity with this number. What older readings lack is left out. */
export function impressionOf(answered: readonly MeasuredAnswer[], entity: number): Impression {
  const places = new Map<number, number>()
  const sentiments: ToneCounts = { positive: 0, neutral: 0, negative: 0 }
  const byStrength = Object.fromEntries(STRENGTHS.map((name) => [name, 0])) as Record<Strength, number>
  let [named, placed, order, prominent, prominence, judged, net] = [0, 0, 0, 0, 0, 0, 0]
  for (const { entities } of answered) {
    const seen = entities[entity]
    if (!seen?.mentioned) continue
    named += 1
    if (seen.position !== null) {
      placed += 1
      order += seen.position
      places.set(seen.position, (places.get(seen.position) ?? 0) + 1)
    }
    if (seen.prominence !== null) {
      prominent += 1
      prominence += seen.prominence
    }
    if (seen.sentiment !== null) {
      judged += seen.mentions
      net += seen.sentiment * seen.mentions
    }
    if (seen.tones) {
      sentiments.positive += seen.tones.positive
      sentiments.neutral += seen.tones.neutral
      sentiments.negative += seen.tones.negative
    }
    if (seen.strength) byStrength[seen.strength] += 1
  }
  const { mentioned_only: mentionedOnly, ...strengths } = byStrength
  return {
    positions: {
      average: ratio(order, placed),
      histogram: [...places]
        .sort(([one], [other]) => one - other)
        .map(([position, answers]) => ({ position, answers })),
      absent: answered.length - named,
    },
    prominence: { value: ratio(prominence, prominent), answers: prominent },
    sentiment: ratio(net, judged),
    sentiments,
    strengths: { ...strengths, mentionedOnly },
  }
}

function ratio(total: number, count: number): number | null {
  return count === 0 ? null : total / count
}
