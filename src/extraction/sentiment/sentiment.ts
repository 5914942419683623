import type { Sentiment, SentimentLabel } from '../observation.ts'
import type { Sentence } from '../text/sentences.ts'
import { sumOpinions } from './lexicon-score.ts'
import {
  emptyFeatures,
  type Features,
  type HashedSentence,
  hashSentence,
  readFeatures,
} from './sentiment-features.ts'
import { addLinearVotes, isKnown } from './sentiment-linear.ts'
import { NEUTRAL_BAND, type SentimentModel, scoreOf, shippedModel } from './sentiment-model.ts'
import {
  addNetworkVotes,
  emptyHeard,
  type Heard,
  hear,
  readRows,
  readStretches,
} from './sentiment-network.ts'
import { levelScores, shareVotes } from './sentiment-sharing.ts'
import { rowOf } from './word-rows.ts'

/** Below this share of words met in training the model is not asked: another language, or no words at all. */
const KNOWN_SHARE = 0.5
/** What a lexicon score of 1 adds to the votes: answers about products use words that no training text does. */
const LEXICON_SHARE = 0.4
/** Each of the two models counts as much as the other. */
const MODEL_SHARE = 0.5
/** What the lexicon adds where it alone decides: praise less blame is its score. */
const LEXICON_ALONE = 0.5
/** Score of a name that is said to be ahead of another; behind it, the same below zero. */
const COMPARED_SCORE = 0.667

function readsAsEnglish({ linear }: SentimentModel, sentence: Sentence, { words }: HashedSentence): boolean {
  let all = 0
  let known = 0
  sentence.tokens.forEach((token, index) => {
    const code = token.word.charCodeAt(0)
    // Signs and figures belong to every language.
    if (token.name >= 0 || token.word.length < 2 || (code >= 48 && code <= 57)) return
    all += 1
    if (isKnown(linear, words[index] ?? 0)) known += 1
  })
  return known > 0 && known >= all * KNOWN_SHARE
}

/** An opinion of the lexicon as a score, −1…1. */
export function lexiconScore(sum: number): number {
  return sum / (Math.abs(sum) + 1)
}

// Written anew for each name.
const features = emptyFeatures()

interface Room {
  features: Features
  heard: Heard
}

/** Adds the votes on each name of a sentence, praise at twice its index in `votes`, blame behind it. */
function addVotes(
  { linear, network }: SentimentModel,
  { lower, nouns }: ScoredText,
  sentence: Sentence,
  hashed: HashedSentence,
  sums: Float64Array,
  { features, heard }: Room,
  votes: Float64Array,
): void {
  hear(network, readRows(network.words, lower, sentence, hashed), heard)
  sentence.tokens.forEach(({ name }, at) => {
    if (name < 0) return
    const sum = sums[name] ?? 0
    const noun = rowOf(network.nouns, nouns[name] ?? 0)
    readFeatures(sentence, hashed, at, sum, noun < 0 ? 0 : (nouns[name] ?? 0), features)
    addLinearVotes(linear, features, votes, name * 2)
    const stretches = readStretches(sentence, at)
    addNetworkVotes(network, heard, stretches, lexiconScore(sum), noun, votes, name * 2)
  })
}

/** What is read before names are scored. */
export interface ScoredText {
  /** From `lowerCase`. */
  lower: string
  sentences: readonly Sentence[]
  /** `nounOf` each found name. */
  nouns: Int32Array
}

/**
 * Score of each found name, −1…1, by the trained model. A comparison with another name decides by itself; a sentence
 * of words the model does not know (another language) is left to the lexicon; questions say nothing.
 */
export function scoreNames(scored: ScoredText, model: SentimentModel = shippedModel()): Float64Array {
  const { sentences, nouns } = scored
  const { sums, compared } = sumOpinions(sentences, nouns.length)
  const scores = new Float64Array(nouns.length)
  const votes = new Float64Array(nouns.length * 2)
  const longest = sentences.reduce((most, { tokens }) => Math.max(most, tokens.length), 0)
  const room = { features, heard: emptyHeard(longest) }
  for (const sentence of sentences) {
    const { from, to } = sentence
    if (from === to || sentence.question) continue
    const hashed = hashSentence(scored.lower, sentence)
    const english = readsAsEnglish(model, sentence, hashed)
    if (english) addVotes(model, scored, sentence, hashed, sums, room, votes)
    for (let name = from; name < to; name += 1) {
      const lean = lexiconScore(sums[name] ?? 0) * (english ? LEXICON_SHARE : LEXICON_ALONE)
      votes[name * 2] = (votes[name * 2] ?? 0) * MODEL_SHARE + lean
      votes[name * 2 + 1] = (votes[name * 2 + 1] ?? 0) * MODEL_SHARE - lean
    }
    shareVotes(sentence, { nouns, votes, sums, compared })
    for (let name = from; name < to; name += 1) {
      const praise = votes[name * 2] ?? 0
      const blame = votes[name * 2 + 1] ?? 0
      scores[name] = english ? scoreOf(praise, blame) : praise - blame
    }
    levelScores(sentence, scores)
  }
  compared.forEach((balance, name) => {
    if (balance !== 0) scores[name] = Math.sign(balance) * COMPARED_SCORE
  })
  return scores
}

/** Label of a mention's score: beyond ±0.25 an opinion, within it none. */
export function labelOf(score: number): SentimentLabel {
  if (score > NEUTRAL_BAND) return 'positive'
  return score < -NEUTRAL_BAND ? 'negative' : 'neutral'
}

/** Sums up mentions: (positive − negative) / all, −1…1; its sign is the label; null without a mention. */
export function summarise(mentions: readonly { sentiment: SentimentLabel }[]): Sentiment {
  let positive = 0
  let negative = 0
  for (const { sentiment } of mentions) {
    if (sentiment === 'positive') positive += 1
    else if (sentiment === 'negative') negative += 1
  }
  const neutral = mentions.length - positive - negative
  if (mentions.length === 0) return { label: null, score: null, positive, neutral, negative }
  const score = (positive - negative) / mentions.length
  const label = score > 0 ? 'positive' : score < 0 ? 'negative' : 'neutral'
  return { label, score, positive, neutral, negative }
}
