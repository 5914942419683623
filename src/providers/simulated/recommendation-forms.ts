import {
  type AnswerContext,
  articleOrNone,
  drawFacts,
  type Subject,
  sourceFor,
  writeAssessment,
  writeAssessmentAfterName,
} from './answer-context.ts'
import { capitalize } from './english.ts'
import { ADVICE, CONCLUSIONS, OFFERS, OPENINGS } from './phrases.ts'

/** Writes a numbered list with bold names, best first. */
export function writeRankedList(context: AnswerContext): void {
  const { answer, ranking } = context
  writeOpening(context)
  ranking.forEach((subject, index) => {
    answer.write(`${index + 1}. **${subject.name}** — `)
    writeAssessmentAfterName(context, subject)
    answer.write('\n')
  })
  answer.write('\n')
  writeAdvice(context)
  writeConclusion(context)
}

/** Writes headings by use case, each with a suitable brand. */
export function writeUseCases(context: AnswerContext): void {
  const { answer, random, category, ranking } = context
  writeOpening(context)
  const first = random.below(category.audiences.length)
  ranking.forEach((subject, index) => {
    const audience = category.audiences[(first + index) % category.audiences.length]
    answer.write(
      index === 0 ? `### Best overall: ${subject.name}\n\n` : `### For ${audience}: ${subject.name}\n\n`,
    )
    writeAssessment(context, subject)
    answer.write('\n\n')
  })
  writeAdvice(context)
  writeConclusion(context)
}

/** Writes a table of the brands, followed by an assessment of the first and the last one. */
export function writeTable(context: AnswerContext): void {
  const { answer, ranking } = context
  writeOpening(context)
  answer.write(
    `| ${capitalize(context.category.singular)} | Best for | Strength | Drawback |\n| --- | --- | --- | --- |\n`,
  )
  for (const subject of ranking) {
    const facts = drawFacts(context, subject.name)
    answer.write(`| **${subject.name}** | ${facts.audience} | ${facts.strength} | `)
    answer.writeStatement(facts.weakness, context.random.chance(0.4) ? sourceFor(context, subject) : null)
    answer.write(' |\n')
  }
  answer.write('\n')
  for (const subject of endsOf(ranking)) {
    writeAssessment(context, subject)
    answer.write('\n\n')
  }
  writeAdvice(context)
  writeConclusion(context)
}

/** Writes paragraphs without a list. */
export function writeProse(context: AnswerContext): void {
  const { answer, ranking } = context
  writeOpening(context)
  ranking.forEach((subject, index) => {
    writeAssessment(context, subject)
    answer.write(index % 2 === 1 ? '\n\n' : ' ')
  })
  if (ranking.length % 2 === 1) answer.write('\n\n')
  writeAdvice(context)
  writeConclusion(context)
}

/** Writes an opening paragraph about the market. */
function writeOpening({ answer, random, category, year }: AnswerContext): void {
  answer.write(`${random.pick(OPENINGS)(category.plural, year)}\n\n`)
}

/** Writes a paragraph about how to choose. */
export function writeAdvice(context: AnswerContext): void {
  const { answer, random } = context
  const { singular, strength, weakness } = drawFacts(context, '')
  answer.writeStatement(random.pick(ADVICE)(singular, strength, weakness), articleOrNone(context, 0.4))
}

/** Writes, in most answers, a closing sentence that names the first brand without negative sentiment. */
export function writeConclusion({ answer, random, category, ranking }: AnswerContext): void {
  const winner = ranking.find((subject) => subject.sentiment !== 'negative')
  if (winner === undefined || random.chance(0.25)) return
  answer.write(`\n\n${random.pick(CONCLUSIONS)(winner.name, random.pick(category.audiences))}`)
}

/** Writes a paragraph that offers more help, in one of five answers and in every short one. */
export function writeOffer({ answer, random }: AnswerContext): void {
  if (random.chance(0.2) || answer.wordCount() < 160) answer.write(`\n\n${random.pick(OFFERS)}`)
}

function endsOf(ranking: Subject[]): Subject[] {
  return [...ranking.slice(0, 1), ...ranking.slice(-1)]
}
