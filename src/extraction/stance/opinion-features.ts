import type { Span } from '../foundation/observation.ts'
import { OPINION_COUNT, OPINIONS } from '../opinions/model.ts'
import { opinionsOf } from '../opinions/opinions.ts'
import type { AnswerDocument } from './answer-document.ts'

/**
 * Passages related to an entity: the clauses of its mentions, the sentences of its mentions, sentences without names
 * that continue the topic, the bodies of its sections, and the sentences that follow regardless of their topic.
 */
const RELATIONS = ['clause', 'sentence', 'topic', 'body', 'follow'] as const
type OpinionRelation = (typeof RELATIONS)[number]

/** Features over all passages about an entity. The last passage is often decisive. */
const TOGETHER = ['praise', 'fault', 'fault share', 'last praise', 'last fault'] as const

/** Maximum and mean probability of each opinion per relation, then the features over all passages. */
export const OPINION_FEATURES: readonly string[] = [
  ...RELATIONS.flatMap((relation) =>
    ['most', 'mean'].flatMap((statistic) => OPINIONS.map((opinion) => `${relation} ${statistic} ${opinion}`)),
  ),
  ...TOGETHER.map((feature) => `together ${feature}`),
]
const WIDTH = 2 * OPINION_COUNT
const FIRST_TOGETHER = RELATIONS.length * WIDTH
const PRAISE = OPINIONS.indexOf('praise')
const FAULT = OPINIONS.indexOf('fault')

const probabilities = new Float64Array(OPINION_COUNT)

/** Collects the opinions in the passages of one entity. All are 0 if the opinions of the answer are not available. */
export class OpinionFeatures {
  private readonly values = new Float64Array(OPINION_FEATURES.length)
  private readonly counts = new Int32Array(RELATIONS.length)
  private readonly about = new Set<number>()
  private readonly opinions: AnswerDocument['opinions']

  constructor({ opinions }: AnswerDocument) {
    this.opinions = opinions
  }

  private add(relation: OpinionRelation, from: Float64Array, offset: number): void {
    const index = RELATIONS.indexOf(relation)
    const count = (this.counts[index] ?? 0) + 1
    this.counts[index] = count
    for (let opinion = 0; opinion < OPINION_COUNT; opinion += 1) {
      const most = index * WIDTH + opinion
      const mean = most + OPINION_COUNT
      const probability = from[offset + opinion] ?? 0
      this.values[most] = Math.max(this.values[most] ?? 0, probability)
      this.values[mean] = (this.values[mean] ?? 0) + (probability - (this.values[mean] ?? 0)) / count
    }
  }

  /** Adds the passage at an index. */
  addPassage(relation: Exclude<OpinionRelation, 'clause'>, index: number): void {
    if (!this.opinions) return
    this.add(relation, this.opinions.passages, index * OPINION_COUNT)
    if (relation !== 'follow') this.about.add(index)
  }

  /** Adds the clause of a mention, which is a part of a passage. */
  addClause(span: Span): void {
    if (!this.opinions) return
    opinionsOf(this.opinions, span, probabilities)
    this.add('clause', probabilities, 0)
  }

  /** Returns the features in the order of `OPINION_FEATURES`. */
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
