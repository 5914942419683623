import { sumOpinions } from './lexicon-score.ts'
import type { Sentiment, SentimentLabel } from './observation.ts'
import type { Sentence } from './sentences.ts'
import {
  emptyFeatures,
  type Features,
  type HashedSentence,
  hashSentence,
  hashWord,
  readFeatures,
} from './sentiment-features.ts'
import {
  addVotes,
  isKnown,
  NEUTRAL_BAND,
  type SentimentModel,
  scoreOf,
  shippedModel,
} from './sentiment-model.ts'
import { levelScores, shareVotes } from './sentiment-sharing.ts'

/** Below this share of words met in training the model is not asked: another language, or no words at all. */
const KNOWN_SHARE = 0.5
/** What a lexicon score of 1 adds to the votes: answers about products use words that no training text does. */
const LEXICON_SHARE = 0.8
/** The same where the lexicon alone decides: praise less blame is its score. */
const LEXICON_ALONE = 0.5
const LONGEST_NOUN = 30
/** Score of a name that is said to be ahead of another; behind it, the same below zero. */
const COMPARED_SCORE = 0.667

/** Reads the features of every name of a sentence; `use` gets the name's index once its features are in `features`. */
export function eachName(
  lower: string,
  text: string,
  sentence: Sentence,
  sums: Float64Array,
  hashed: HashedSentence,
  features: Features,
  use: (name: number) => void,
): void {
  const { tokens } = sentence
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token || token.name < 0) continue
    const { start, end } = token
    const written = end - start <= LONGEST_NOUN ? lower.slice(start, end) : ''
    // A name written small is an ordinary noun, such as "support".
    const noun = /^[a-z]/.test(written) && text.startsWith(written, start) ? hashWord(written) : 0
    const sum = sums[token.name] ?? 0
    readFeatures(sentence, hashed, index, sum, noun, features)
    use(token.name)
  }
}

function readsAsEnglish(model: SentimentModel, sentence: Sentence, { words }: HashedSentence): boolean {
  let all = 0
  let known = 0
  sentence.tokens.forEach((token, index) => {
    const code = token.word.charCodeAt(0)
    // Signs and figures belong to every language.
    if (token.name >= 0 || token.word.length < 2 || (code >= 48 && code <= 57)) return
    all += 1
    if (isKnown(model, words[index] ?? 0)) known += 1
  })
  return known > 0 && known >= all * KNOWN_SHARE
}

function lexiconScore(sum: number): number {
  return sum / (Math.abs(sum) + 1)
}

/** Names that are joined by commas or "and" are spoken of together: each gets the mean of their votes. */
function shareInGroups(sentence: Sentence, votes: Float64Array): void {
  for (const { groups } of sentence.clauses) {
    for (const group of groups) {
      if (group.length < 2) continue
      const names = group.map((index) => sentence.tokens[index]?.name ?? -1)
      for (const side of [0, 1]) {
        const mean = names.reduce((sum, name) => sum + (votes[name * 2 + side] ?? 0), 0) / names.length
        for (const name of names) votes[name * 2 + side] = mean
      }
    }
  }
}

/** What is read before names are scored. */
export interface ScoredText {
  text: string
  /** From `lowerCase`. */
  lower: string
  sentences: readonly Sentence[]
  /** Number of found names. */
  count: number
}

/**
 * Score of each found name, −1…1, by the trained model. A comparison with another name decides by itself; a sentence
 * of words the model does not know (another language) is left to the lexicon; questions say nothing.
 */
export function scoreNames(
  { text, lower, sentences, count }: ScoredText,
  model: SentimentModel = shippedModel(),
): Float64Array {
  const { sums, compared } = sumOpinions(sentences, count)
  const scores = new Float64Array(count)
  const votes = new Float64Array(count * 2)
  const features = emptyFeatures()
  for (const sentence of sentences) {
    const { from, to } = sentence
    if (from === to || sentence.question) continue
    const hashed = hashSentence(lower, sentence)
    const english = readsAsEnglish(model, sentence, hashed)
    if (english) {
      eachName(lower, text, sentence, sums, hashed, features, (name) => {
        addVotes(model, features, votes, name * 2)
      })
      shareInGroups(sentence, votes)
    }
    for (let name = from; name < to; name += 1) {
      const lean = lexiconScore(sums[name] ?? 0) * (english ? LEXICON_SHARE : LEXICON_ALONE)
      votes[name * 2] = (votes[name * 2] ?? 0) + lean
      votes[name * 2 + 1] = (votes[name * 2 + 1] ?? 0) - lean
    }
    shareVotes(sentence, { text, votes, sums, compared })
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
