import { type CitationStyle, createDraft, type DraftCitation } from './draft.ts'
import { writeOffer, writeProse, writeRankedList, writeTable, writeUseCases } from './lists.ts'
import { writeComparison, writeReview } from './named.ts'
import { createDice, hashText, mix, yearOfWeek } from './numbers.ts'
import { leaningTowards, type Occasion, rankBrands } from './opinion.ts'
import { REFUSALS } from './phrases.ts'
import { readPrompt } from './prompt.ts'
import type { Scene } from './scene.ts'
import { article, brandPage } from './sources.ts'

/** All that decides a simulated answer. */
interface SimulatedQuestion {
  prompt: string
  providerId: string
  location: string
  replicate: number
  /** As {@link weekOf} counts. */
  week: number
}

type SimulatedAnswer = {
  status: 'ok' | 'refused' | 'not_shown'
  text: string
  citations: DraftCitation[]
  searchQueries: string[]
}

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
const FORMS = [
  writeRankedList,
  writeRankedList,
  writeRankedList,
  writeUseCases,
  writeTable,
  writeTable,
  writeProse,
]

/** Invents the answer to a question: the same one every time, from nothing but the question. */
export function composeAnswer(question: SimulatedQuestion): SimulatedAnswer {
  const { prompt, providerId, week } = question
  const occasion: Occasion = {
    prompt: hashText(prompt),
    provider: hashText(providerId),
    place: mix(hashText(question.location), question.replicate),
    week,
  }
  const unit = mix(mix(occasion.prompt, occasion.provider), mix(occasion.place, week))
  const dice = createDice(unit)

  if (providerId === 'google_ai_overview' && dice.chance(0.15)) {
    return { status: 'not_shown', text: '', citations: [], searchQueries: [] }
  }
  if (dice.chance(0.02)) {
    return { status: 'refused', text: dice.pick(REFUSALS), citations: [], searchQueries: [] }
  }

  const { category, named } = readPrompt(prompt)
  const year = yearOfWeek(week)
  const style = STYLE_OF[providerId] ?? (STYLES[occasion.provider % STYLES.length] as CitationStyle)
  // A surface has its own usual length, which one answer more or less departs from.
  const length = 4 + (occasion.provider % 3) + (dice.chance(0.3) ? 1 : 0)
  const scene: Scene = {
    draft: createDraft(style, `${providerId}.example`),
    dice,
    category,
    year,
    ranking: rankBrands(category, occasion)
      .slice(0, length)
      .map(({ brand, leaning }) => ({ name: brand.name, brand, leaning })),
    named: named.map(({ name, brand }) => ({ name, brand, leaning: leaningTowards({ name }, occasion) })),
  }
  writeAnswer(scene, occasion)
  writeOffer(scene)
  retrieveMore(scene)
  return { status: 'ok', ...scene.draft.finish(), searchQueries: queriesFor(scene) }
}

/** A surface mostly answers the same prompt in the same form; now and then it takes another. */
function writeAnswer(scene: Scene, occasion: Occasion): void {
  const { dice, named } = scene
  const [first, second] = named
  if (second !== undefined) {
    writeComparison(scene)
  } else if (first !== undefined) {
    writeReview(scene, first)
  } else {
    const usual = FORMS[mix(occasion.prompt, occasion.provider) % FORMS.length]
    const form = dice.chance(0.25) ? dice.pick(FORMS) : usual
    form?.(scene)
  }
}

function retrieveMore({ draft, dice, category, ranking, year }: Scene): void {
  for (let count = dice.below(4); count > 0; count--) draft.retrieve(article(category, year, dice))
  const brand = dice.pick(ranking).brand
  if (brand !== null && dice.chance(0.5)) draft.retrieve(brandPage(brand, dice))
}

function queriesFor({ category, named, year }: Scene): string[] {
  const topics =
    named.length > 0 ? named.map((player) => `${player.name} review`) : [`best ${category.plural}`]
  return topics.map((topic) => `${topic} ${year}`)
}
