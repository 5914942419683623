import {
  type AnswerContext,
  articleOrNone,
  drawFacts,
  type Subject,
  sourceFor,
  writeAssessment,
  writeAssessmentAfterName,
} from './answer-context.ts'
import { capitalize, nextInList, withArticle } from './english.ts'
import { COMPARISONS, DENIALS, REMARKS } from './phrases.ts'
import { writeAdvice, writeConclusion } from './recommendation-forms.ts'

/** Writes the brands of the prompt side by side, and compares each with the next. */
export function writeComparison(context: AnswerContext): void {
  const { answer, random, askedAbout } = context
  answer.write(`**${askedAbout.map((subject) => subject.name).join(' vs. ')}**\n\n`)
  for (const subject of askedAbout) {
    answer.write(`- **${subject.name}**: `)
    writeAssessmentAfterName(context, subject)
    answer.write('\n')
  }
  answer.write('\n')
  for (let index = 1; index < askedAbout.length; index++) {
    const [better, worse] = inOrder(askedAbout[index - 1] as Subject, askedAbout[index] as Subject)
    const sentence = random.pick(COMPARISONS)(drawFacts(context, better.name), drawFacts(context, worse.name))
    if (index > 1) answer.write(' ')
    answer.writeStatement(sentence, sourceFor(context, better))
  }
  answer.write('\n\n')
  writeAdvice(context)
  writeAlternatives(context, 2)
  writeConclusion({ ...context, ranking: askedAbout })
}

/** Writes a review of the brand in the prompt, or says that it is unknown, and then alternatives. */
export function writeReview(context: AnswerContext, subject: Subject): void {
  const { answer, random, category } = context
  if (subject.brand === null && random.chance(0.12)) {
    answer.writeStatement(random.pick(DENIALS)(subject.name, category.singular), null)
    answer.write(' It may be new, sold under another name, or available in a few regions only.\n\n')
  } else {
    writeAssessment(context, subject)
    const facts = drawFacts(context, subject.name)
    answer.write(`\n\n**What speaks for it**\n\n- ${capitalize(facts.strength)}\n- `)
    answer.writeStatement(
      capitalize(nextInList(facts.strength, category.strengths)),
      sourceFor(context, subject),
    )
    answer.write(`\n\n**What to watch out for**\n\n- ${capitalize(facts.weakness)}\n\n`)
    answer.writeStatement(
      `In short, ${subject.name} is ${withArticle(category.singular)} best suited to ${facts.audience}.`,
      null,
    )
    answer.write(` ${random.pick(REMARKS[subject.sentiment])(facts)}\n\n`)
  }
  writeAdvice(context)
  writeAlternatives(context, 3)
}

function writeAlternatives(context: AnswerContext, count: number): void {
  const { answer, ranking, askedAbout, category } = context
  const others = ranking
    .filter((subject) => askedAbout.every(({ name }) => name !== subject.name))
    .slice(0, count)
  answer.write('\n\n')
  answer.writeStatement(`Other ${category.plural} to consider:`, articleOrNone(context, 0.3))
  answer.write('\n')
  for (const subject of others) {
    answer.write('\n- ')
    writeAssessment(context, subject, `**${subject.name}**`)
  }
}

function inOrder(first: Subject, second: Subject): [better: Subject, worse: Subject] {
  const rank = { positive: 2, neutral: 1, negative: 0 }
  return rank[second.sentiment] > rank[first.sentiment] ? [second, first] : [first, second]
}
