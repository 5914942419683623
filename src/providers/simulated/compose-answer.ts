import { type BuiltCitation, type CitationStyle, createAnswerBuilder } from './answer-builder.ts'
import type { AnswerContext } from './answer-context.ts'
import { writeComparison, writeReview } from './named-brand-forms.ts'
import { REFUSALS } from './phrases.ts'
import { type QuestionSeeds, rankBrands, sentimentTowards } from './rank-brands.ts'
import { readPrompt } from './read-prompt.ts'
import { writeOffer, writeProse, writeRankedList, writeTable, writeUseCases } from './recommendation-forms.ts'
import { combineHashes, createRandom, hashText, yearOfWeek } from './seeded-random.ts'
import { article, brandPage } from './sources.ts'

/** Everything that a simulated answer depends on. */
interface SimulatedQuestion {
  prompt: string
  providerId: string
  location: string
  replicate: number
  /** Week number from {@link weekOf}. */
  week: number
}

type SimulatedAnswer = {
  status: 'ok' | 'refused' | 'not_shown'
  text: string
  citations: BuiltCitation[]
  searchQueries: string[]
}

/** Styles for providers without an entry in `STYLE_OF`, chosen by hash. */
const STYLES: readonly CitationStyle[] = ['link', 'marker', 'sentence', 'footnote']
const STYLE_OF: Record<string, CitationStyle> = {
  chatgpt: 'link',
  perplexity: 'marker',
  gemini: 'sentence',
  google_ai_overview: 'sentence',
  google_ai_mode: 'link',
  copilot: 'footnote',
  grok: 'marker',
}
/** One of these is drawn at random. Repeated forms are more frequent. */
const FORMS = [
  writeRankedList,
  writeRankedList,
  writeRankedList,
  writeUseCases,
  writeTable,
  writeTable,
  writeProse,
]

/** Generates the answer to a question. The same question always gets the same answer. */
export function composeAnswer(question: SimulatedQuestion): SimulatedAnswer {
  const { prompt, providerId, week } = question
  const seeds: QuestionSeeds = {
    prompt: hashText(prompt),
    provider: hashText(providerId),
    asked: combineHashes(hashText(question.location), question.replicate),
    week,
  }
  const unit = combineHashes(combineHashes(seeds.prompt, seeds.provider), combineHashes(seeds.asked, week))
  const random = createRandom(unit)

  if (providerId === 'google_ai_overview' && random.chance(0.15)) {
    return { status: 'not_shown', text: '', citations: [], searchQueries: [] }
  }
  if (random.chance(0.02)) {
    return { status: 'refused', text: random.pick(REFUSALS), citations: [], searchQueries: [] }
  }

  const { category, named } = readPrompt(prompt)
  const year = yearOfWeek(week)
  const style = STYLE_OF[providerId] ?? (STYLES[seeds.provider % STYLES.length] as CitationStyle)
  // Each provider has a typical number of brands. Some answers name one more.
  const length = 4 + (seeds.provider % 3) + (random.chance(0.3) ? 1 : 0)
  const context: AnswerContext = {
    answer: createAnswerBuilder(style, `${providerId}.example`),
    random,
    category,
    year,
    ranking: rankBrands(category, seeds)
      .slice(0, length)
      .map(({ brand, sentiment }) => ({ name: brand.name, brand, sentiment })),
    askedAbout: named.map(({ name, brand }) => ({
      name,
      brand,
      sentiment: sentimentTowards({ name }, seeds),
    })),
  }
  writeAnswer(context, seeds)
  writeOffer(context)
  addRetrievedSources(context)
  return { status: 'ok', ...context.answer.finish(), searchQueries: queriesFor(context) }
}

/** Writes the answer. A provider uses the same form for a prompt in three of four answers, otherwise a random form. */
function writeAnswer(context: AnswerContext, seeds: QuestionSeeds): void {
  const { random, askedAbout } = context
  const [first, second] = askedAbout
  if (second !== undefined) {
    writeComparison(context)
  } else if (first !== undefined) {
    writeReview(context, first)
  } else {
    const usual = FORMS[combineHashes(seeds.prompt, seeds.provider) % FORMS.length]
    const form = random.chance(0.25) ? random.pick(FORMS) : usual
    form?.(context)
  }
}

function addRetrievedSources({ answer, random, category, ranking, year }: AnswerContext): void {
  for (let count = random.below(4); count > 0; count--) answer.addRetrieved(article(category, year, random))
  const brand = random.pick(ranking).brand
  if (brand !== null && random.chance(0.5)) answer.addRetrieved(brandPage(brand, random))
}

function queriesFor({ category, askedAbout, year }: AnswerContext): string[] {
  const topics =
    askedAbout.length > 0
      ? askedAbout.map((subject) => `${subject.name} review`)
      : [`best ${category.plural}`]
  return topics.map((topic) => `${topic} ${year}`)
}
