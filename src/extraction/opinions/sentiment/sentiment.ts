import type { MentionSentimentLabel, Sentiment, SentimentLabel } from '../../foundation/observation.ts'
import type { Sentence } from '../../sentences/sentences.ts'
import { rowOf } from '../../text/word-index.ts'
import type { Comparison } from '../comparison/comparison.ts'
import { createFeatures, type Features, type HashedSentence, hashSentence, readFeatures } from './features.ts'
import { sumOpinions } from './lexicon-score.ts'
import { addLinearLogits, isKnown } from './linear-model.ts'
import { NEUTRAL_BAND, type SentimentModel, scoreOf, shippedModel } from './model.ts'
import {
  type Activations,
  addNetworkLogits,
  convolve,
  createActivations,
  poolingRanges,
  readRows,
} from './network.ts'
import { levelScores, shareLogits } from './sharing.ts'

/** Minimum share of known words for the models. Sentences with fewer are in another language or have no words. */
const KNOWN_SHARE = 0.5
/**
 * Weight of the lexicon score in the logits. It is needed because product answers contain words that no training text
 * has.
 */
const LEXICON_WEIGHT = 0.4
/** Weight of each of the two models. */
const MODEL_WEIGHT = 0.5
/** Weight with which the difference of the logits equals the lexicon score if only the lexicon is used. */
const LEXICON_ONLY_WEIGHT = 0.5
/** Score of the better name in a comparison; the worse one gets the opposite sign. */
const COMPARED_SCORE = 0.667

function readsAsEnglish({ linear }: SentimentModel, sentence: Sentence, { words }: HashedSentence): boolean {
  let all = 0
  let known = 0
  sentence.tokens.forEach((token, index) => {
    const code = token.word.charCodeAt(0)
    // Punctuation marks and numbers occur in every language.
    if (token.name >= 0 || token.word.length < 2 || (code >= 48 && code <= 57)) return
    all += 1
    if (isKnown(linear, words[index] ?? 0)) known += 1
  })
  return known > 0 && known >= all * KNOWN_SHARE
}

export function lexiconScore(sum: number): number {
  return sum / (Math.abs(sum) + 1)
}

// Buffer, overwritten for each name.
const features = createFeatures()

/** Buffers that are reused for every sentence. */
interface Buffers {
  features: Features
  activations: Activations
}

/** Adds the logits of each name in a sentence: positive at twice its index in `logits`, negative after it. */
function addLogits(
  { linear, network }: SentimentModel,
  { lower, nouns }: ScoredText,
  sentence: Sentence,
  hashed: HashedSentence,
  sums: Float64Array,
  { features, activations }: Buffers,
  logits: Float64Array,
): void {
  convolve(network, readRows(network.words, lower, sentence, hashed), activations)
  sentence.tokens.forEach(({ name }, at) => {
    if (name < 0) return
    const sum = sums[name] ?? 0
    const noun = rowOf(network.nouns, nouns[name] ?? 0)
    readFeatures(sentence, hashed, at, sum, noun < 0 ? 0 : (nouns[name] ?? 0), features)
    addLinearLogits(linear, features, logits, name * 2)
    const ranges = poolingRanges(sentence, at)
    addNetworkLogits(network, activations, ranges, lexiconScore(sum), noun, logits, name * 2)
  })
}

/** A text with all inputs for the scores of its names. */
export interface ScoredText {
  /** Result of `lowerCase`. */
  lower: string
  sentences: readonly Sentence[]
  comparisons: readonly Comparison[]
  /** Result of `nounOf` for each found name. */
  nouns: Int32Array
}

/**
 * Returns the score of each found name by its index, −1…1. If a name is compared with another, only the comparison
 * counts. A sentence with words that the models do not know, such as a foreign-language sentence, is scored by the
 * lexicon. Names in questions have score 0.
 */
export function scoreNames(scored: ScoredText, model: SentimentModel = shippedModel()): Float64Array {
  const { sentences, comparisons, nouns } = scored
  const { sums, compared } = sumOpinions(sentences, comparisons, nouns.length)
  const scores = new Float64Array(nouns.length)
  const logits = new Float64Array(nouns.length * 2)
  const longest = sentences.reduce((most, { tokens }) => Math.max(most, tokens.length), 0)
  const buffers = { features, activations: createActivations(longest) }
  for (const sentence of sentences) {
    const { from, to } = sentence
    if (from === to || sentence.question) continue
    const hashed = hashSentence(scored.lower, sentence)
    const english = readsAsEnglish(model, sentence, hashed)
    if (english) addLogits(model, scored, sentence, hashed, sums, buffers, logits)
    for (let name = from; name < to; name += 1) {
      const opinion = lexiconScore(sums[name] ?? 0) * (english ? LEXICON_WEIGHT : LEXICON_ONLY_WEIGHT)
      logits[name * 2] = (logits[name * 2] ?? 0) * MODEL_WEIGHT + opinion
      logits[name * 2 + 1] = (logits[name * 2 + 1] ?? 0) * MODEL_WEIGHT - opinion
    }
    shareLogits(sentence, { nouns, logits, sums, compared })
    for (let name = from; name < to; name += 1) {
      const positive = logits[name * 2] ?? 0
      const negative = logits[name * 2 + 1] ?? 0
      scores[name] = english ? scoreOf(positive, negative) : positive - negative
    }
    levelScores(sentence, scores)
  }
  compared.forEach((balance, name) => {
    if (balance !== 0) scores[name] = Math.sign(balance) * COMPARED_SCORE
  })
  return scores
}

/** Returns the label of a score: positive above 0.25, negative below −0.25, otherwise neutral. */
export function labelOf(score: number): MentionSentimentLabel {
  if (score > NEUTRAL_BAND) return 'positive'
  return score < -NEUTRAL_BAND ? 'negative' : 'neutral'
}

/**
 * Sums up the sentiment of mentions. The score is (positive − negative) / all, −1…1, and its sign determines the label.
 * The label is `mixed` if positive and negative mentions are balanced. Both are null without mentions. Mentions without
 * a sentiment do not count.
 */
export function summarize(mentions: readonly { sentiment: MentionSentimentLabel | null }[]): Sentiment {
  const counts = { positive: 0, neutral: 0, negative: 0 }
  for (const { sentiment } of mentions) if (sentiment !== null) counts[sentiment] += 1
  const { positive, neutral, negative } = counts
  const all = positive + neutral + negative
  if (all === 0) return { label: null, score: null, probability: null, reason: null, ...counts }
  const score = (positive - negative) / all
  return { label: labelOfAll(positive, negative), score, probability: null, reason: null, ...counts }
}

function labelOfAll(positive: number, negative: number): SentimentLabel {
  if (positive !== negative) return positive > negative ? 'positive' : 'negative'
  return positive > 0 ? 'mixed' : 'neutral'
}
