import type { MentionSentimentLabel } from '../../definitions/vocabulary.ts'
import type { AnswerBuilder, Source } from './answer-builder.ts'
import type { SimulatedBrand, SimulatedCategory } from './catalogue.ts'
import { nextInList, withoutLeadingName } from './english.ts'
import { ASSESSMENTS, REMARKS, type SentenceFacts } from './phrases.ts'
import type { SeededRandom } from './seeded-random.ts'
import { article, brandPage } from './sources.ts'

/** A brand that an answer is about. `brand` is null for a name outside the catalog. */
export interface Subject {
  name: string
  brand: SimulatedBrand | null
  sentiment: MentionSentimentLabel
}

/** Shared state of the functions that write an answer. */
export interface AnswerContext {
  answer: AnswerBuilder
  random: SeededRandom
  category: SimulatedCategory
  year: number
  /** The brands in the answer, best first; at least three. */
  ranking: Subject[]
  /** The brands that the prompt names, in order of appearance. */
  askedAbout: Subject[]
}

/** Draws the facts for a sentence about a brand. */
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

/** Writes an assessment of a subject: a sentence that names it, often with a source, and mostly a remark after it. */
export function writeAssessment(context: AnswerContext, subject: Subject, writtenName = subject.name): void {
  writeAssessmentSentence(context, subject, writtenName, (sentence) => sentence)
}

/** Like {@link writeAssessment}, for use right after the name. */
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

/** Returns different facts for the remark that follows a sentence. */
function otherFacts({ category }: AnswerContext, facts: SentenceFacts): SentenceFacts {
  return {
    ...facts,
    strength: nextInList(facts.strength, category.strengths),
    weakness: nextInList(facts.weakness, category.weaknesses),
    audience: nextInList(facts.audience, category.audiences),
  }
}

/** Returns a page that could support a statement about the subject. */
export function sourceFor(context: AnswerContext, subject: Subject): Source {
  const usesBrandPage = subject.brand !== null && context.random.chance(0.45)
  return usesBrandPage && subject.brand !== null
    ? brandPage(subject.brand, context.random)
    : article(context.category, context.year, context.random)
}

/** Returns a source about the whole market with the given probability, otherwise null. */
export function articleOrNone(context: AnswerContext, probability: number): Source | null {
  return context.random.chance(probability) ? article(context.category, context.year, context.random) : null
}
