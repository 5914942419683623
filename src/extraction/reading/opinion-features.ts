import type { Span } from '../observation.ts'
import { OPINION_COUNT, OPINIONS } from '../opinions/model.ts'
import { opinionsOf } from '../opinions/opinions.ts'
import type { ReadAnswer } from './document.ts'

/**
 * Passages of an entity: the clauses of its mentions, their sentences, the sentences without a name that go on about it, what its
 * sections say, and the sentences that follow, whatever they are about.
 */
const RELATIONS = ['clause', 'sentence', 'topic', 'body', 'follow'] as const
type OpinionRelation = (typeof RELATIONS)[number]

/** What all passages about an entity say together; the last of them often decides. */
const TOGETHER = ['praise', 'fault', 'fault share', 'last praise', 'last fault'] as const

/** Of each relation the highest probability of each opinion and the means, then what all passages say together. */
export const OPINION_FEATURES: readonly string[] = [
  ...RELATIONS.flatMap((relation) =>
    ['most', 'mean'].flatMap((statistic) => OPINIONS.map((opinion) => `${relation} ${statistic} ${opinion}`)),
  ),
  ...TOGETHER.map((sign) => `together ${sign}`),
]
const WIDTH = 2 * OPINION_COUNT
const FIRST_TOGETHER = RELATIONS.length * WIDTH
const PRAISE = OPINIONS.indexOf('praise')
const FAULT = OPINIONS.indexOf('fault')

const probabilities = new Float64Array(OPINION_COUNT)

/** The opinions of the passages of one entity, as they are collected; all are 0 where the opinions of the answer are not read. */
export class OpinionFeatures {
  private readonly values = new Float64Array(OPINION_FEATURES.length)
  private readonly counts = new Int32Array(RELATIONS.length)
  private readonly about = new Set<number>()
  private readonly opinions: ReadAnswer['opinions']

  constructor({ opinions }: ReadAnswer) {
    this.opinions = opinions
  }

  private add(relation: OpinionRelation, from: Float64Array, place: number): void {
    const index = RELATIONS.indexOf(relation)
    const count = (this.counts[index] ?? 0) + 1
    this.counts[index] = count
    for (let opinion = 0; opinion < OPINION_COUNT; opinion += 1) {
      const most = index * WIDTH + opinion
      const mean = most + OPINION_COUNT
      const probability = from[place + opinion] ?? 0
      this.values[most] = Math.max(this.values[most] ?? 0, probability)
      this.values[mean] = (this.values[mean] ?? 0) + (probability - (this.values[mean] ?? 0)) / count
    }
  }

  /** Adds the passage with an index. */
  addPassage(relation: Exclude<OpinionRelation, 'clause'>, index: number): void {
    if (!this.opinions) return
    this.add(relation, this.opinions.passages, index * OPINION_COUNT)
    if (relation !== 'follow') this.about.add(index)
  }

  /** Adds the clause of a mention, a part of a passage. */
  addClause(span: Span): void {
    if (!this.opinions) return
    opinionsOf(this.opinions, span, probabilities)
    this.add('clause', probabilities, 0)
  }

  /** The features, in the order of `OPINION_FEATURES`. */
  finish(): Float64Array {
    if (this.opinions && this.about.size > 0) {
      const { passages } = this.opinions
      const of = (index: number, opinion: number) => passages[index * OPINION_COUNT + opinion] ?? 0
      let praise = 0
      let fault = 0
      for (const index of this.about) {
        praise += of(index, PRAISE)
        fault += of(index, FAULT)
      }
      const last = Math.max(...this.about)
      const together = [praise, fault, fault / (praise + fault), of(last, PRAISE), of(last, FAULT)]
      this.values.set(together, FIRST_TOGETHER)
    }
    return this.values
  }
}
