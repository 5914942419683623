import type { MentionSentimentLabel } from '../../definitions/vocabulary.ts'
import type { AnswerBuilder, Source } from './answer-builder.ts'
import type { SimulatedBrand, SimulatedCategory } from './catalogue.ts'
import { nextInList, withoutLeadingName } from './english.ts'
import { ASSESSMENTS, REMARKS, type SentenceFacts } from './phrases.ts'
import type { SeededRandom } from './seeded-random.ts'
import { article, brandPage } from './sources.ts'

/** A brand an answer is about; `brand` is null for a name that is not in the catalogue. */
export interface Subject {
  name: string
  brand: SimulatedBrand | null
  sentiment: MentionSentimentLabel
}

/** What the functions that write an answer need. */
export interface AnswerContext {
  answer: AnswerBuilder
  random: SeededRandom
  category: SimulatedCategory
  year: number
  /** The brands that make it into the answer, best first; at least three. */
  ranking: Subject[]
  /** The brands that the prompt names, in its order. */
  askedAbout: Subject[]
}

/** Draws the facts that a sentence about a brand is made of. */
export function drawFacts(context: AnswerContext, name: string): SentenceFacts {
  const { random, category } = context
  return {
    name,
    strength: random.pick(category.strengths),
    weakness: random.pick(category.weaknesses),
    audience: random.pick(category.audiences),
    singular: category.singular,
  }
}

/** Writes an assessment of a subject: a sentence that names it, often with a source, and mostly a remark behind it. */
export function writeAssessment(context: AnswerContext, subject: Subject, writtenName = subject.name): void {
  writeAssessmentSentence(context, subject, writtenName, (sentence) => sentence)
}

/** Like {@link writeAssessment}, for use right behind the name. */
export function writeAssessmentAfterName(context: AnswerContext, subject: Subject): void {
  const shorten = context.random.chance(0.7)
  writeAssessmentSentence(context, subject, subject.name, (sentence) =>
    shorten ? withoutLeadingName(sentence, subject.name) : sentence,
  )
}

function writeAssessmentSentence(
  context: AnswerContext,
  subject: Subject,
  writtenName: string,
  edit: (sentence: string) => string,
): void {
  const { answer, random } = context
  const facts = drawFacts(context, writtenName)
  const source = random.chance(0.65) ? sourceFor(context, subject) : null
  answer.writeStatement(edit(random.pick(ASSESSMENTS[subject.sentiment])(facts)), source)
  if (random.chance(0.8))
    answer.write(` ${random.pick(REMARKS[subject.sentiment])(otherFacts(context, facts))}`)
}

/** Other facts for the remark than for the sentence before it. */
function otherFacts({ category }: AnswerContext, facts: SentenceFacts): SentenceFacts {
  return {
    ...facts,
    strength: nextInList(facts.strength, category.strengths),
    weakness: nextInList(facts.weakness, category.weaknesses),
    audience: nextInList(facts.audience, category.audiences),
  }
}

/** A page that could support a statement about the subject. */
export function sourceFor(context: AnswerContext, subject: Subject): Source {
  const own = subject.brand !== null && context.random.chance(0.45)
  return own && subject.brand !== null
    ? brandPage(subject.brand, context.random)
    : article(context.category, context.year, context.random)
}

/** A source about the market as a whole, or none. */
export function articleOrNone(context: AnswerContext, probability: number): Source | null {
  return context.random.chance(probability) ? article(context.category, context.year, context.random) : null
}
