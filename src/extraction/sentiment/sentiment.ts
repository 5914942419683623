import type { Comparison } from '../comparison/comparison.ts'
import type { MentionSentimentLabel, Sentiment, SentimentLabel } from '../observation.ts'
import type { Sentence } from '../sentences/sentences.ts'
import { rowOf } from '../text/word-index.ts'
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

/** Below this share of words known from training the models are not used: the sentence is in another language or has no words. */
const KNOWN_SHARE = 0.5
/** What a lexicon score of 1 adds to the logits, because answers about products use words that no training text has. */
const LEXICON_WEIGHT = 0.4
/** Weight of each of the two models. */
const MODEL_WEIGHT = 0.5
/** The weight with which the difference of the logits is the lexicon score, where the lexicon alone decides. */
const LEXICON_ONLY_WEIGHT = 0.5
/** Score of a name that is called better than another; with the opposite sign when it is called worse. */
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

/** Maps a sum of valences to −1…1. */
export function lexiconScore(sum: number): number {
  return sum / (Math.abs(sum) + 1)
}

// A buffer, overwritten for each name.
const features = createFeatures()

/** Buffers that are used again for every sentence. */
interface Buffers {
  features: Features
  activations: Activations
}

/** Adds the logits of each name of a sentence: positive at twice its index in `logits`, negative after it. */
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

/** A text with everything that the scores of its names depend on. */
export interface ScoredText {
  /** The text as returned by `lowerCase`. */
  lower: string
  sentences: readonly Sentence[]
  comparisons: readonly Comparison[]
  /** `nounOf` for each found name. */
  nouns: Int32Array
}

/**
 * Score of each found name, −1…1, by its index. A comparison with another name decides alone; a sentence whose words the models do not
 * know, as in another language, is scored by the lexicon; names in questions have the score 0.
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

/** Label of a score: positive above 0.25, negative below −0.25, else neutral. */
export function labelOf(score: number): MentionSentimentLabel {
  if (score > NEUTRAL_BAND) return 'positive'
  return score < -NEUTRAL_BAND ? 'negative' : 'neutral'
}

/**
 * Sums up the sentiment of mentions: the score is (positive − negative) / all, −1…1, and its sign the label, which is `mixed` where as
 * many speak for the entity as against it. Both are null without mentions. Mentions without a sentiment do not count.
 */
export function summarise(mentions: readonly { sentiment: MentionSentimentLabel | null }[]): Sentiment {
  const counts = { positive: 0, neutral: 0, negative: 0 }
  for (const { sentiment } of mentions) if (sentiment !== null) counts[sentiment] += 1
  const { positive, neutral, negative } = counts
  const all = positive + neutral + negative
  if (all === 0) return { label: null, score: null, reason: null, ...counts }
  const score = (positive - negative) / all
  return { label: labelOfAll(positive, negative), score, reason: null, ...counts }
}

function labelOfAll(positive: number, negative: number): SentimentLabel {
  if (positive !== negative) return positive > negative ? 'positive' : 'negative'
  return positive > 0 ? 'mixed' : 'neutral'
}
