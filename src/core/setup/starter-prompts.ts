import type { Market } from './dependencies.ts'
import { letters, titleParts } from './names.ts'
import type { Page } from './page.ts'

const MAXIMUM_PROMPTS = 10

/** Returns 5 to 10 distinct starter prompts: first about the market or topic if it is known, then about the brand. */
export function starterPrompts({
  brand,
  topic,
  market,
  rivals,
}: {
  brand: string
  topic: Topic | null
  market: Market | null
  rivals: readonly string[]
}): { text: string; branded: boolean }[] {
  const unbranded = market ? ofMarket(market) : topic ? ofTopic(topic) : []
  const [rival] = rivals
  const branded = [
    `Is ${brand} any good?`,
    `What are the best alternatives to ${brand}?`,
    ...(rival ? [`How does ${brand} compare with ${rival}?`] : []),
    `What do people like and dislike about ${brand}?`,
    `Who is ${brand} best for?`,
    `What is ${brand} known for?`,
  ]
  const prompts = [
    ...unbranded.map((text) => ({ text, branded: false })),
    ...branded.map((text) => ({ text, branded: true })),
  ]
  return prompts.slice(0, MAXIMUM_PROMPTS)
}

function ofMarket({ category: { singular, plural, audiences } }: Market): string[] {
  const [first = 'beginners', second = 'experts'] = audiences
  return [
    `What are the best ${plural} right now?`,
    `Which ${singular} would you recommend for ${first}?`,
    `Which ${plural} suit ${second}?`,
    `What should I look for in ${withArticle(singular)}?`,
    `Which ${plural} are the best value for money?`,
  ]
}

function ofTopic({ phrase, form }: Topic): string[] {
  if (form === 'thing') {
    return [
      `What is the best ${phrase}?`,
      `Which ${phrase} would you recommend?`,
      `What should I look for in ${withArticle(phrase)}?`,
      `Which ${phrase} is the best value for money?`,
      `Which ${phrase} do experts prefer?`,
    ]
  }
  return [
    `What are the best options for ${phrase}?`,
    `Which brands are leading in ${phrase}?`,
    `Whom would you recommend for ${phrase}?`,
    `What should I look for when I choose a provider for ${phrase}?`,
    `What is the best value for money in ${phrase}?`,
  ]
}

/** Prefixes a noun with `a` or `an`, depending on its first letter. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

const MAXIMUM_TOPIC_WORDS = 8

/** Topic of a page: a thing (`project planner`, one of many) or a subject (`project planning for small teams`). */
export interface Topic {
  phrase: string
  form: 'thing' | 'subject'
}

/** Returns the topic of a page; null if it has none, or if the page is not in English. */
export function topicOf(page: Page, ownNames: readonly string[]): Topic | null {
  if (page.language !== null && !/^en(-|$)/.test(page.language)) return null
  const ownLetters = ownNames.map(letters)
  const isUnbranded = (text: string) =>
    !ownLetters.some((name) => name !== '' && letters(text).includes(name))
  const subjects = [page.structured.category ?? '', ...titleParts(page.title ?? ''), page.keywords[0] ?? '']
  const candidates: Topic[] = [
    ...definitions(page.description ?? '').map(
      (text) => ({ phrase: phraseOf(text), form: 'thing' }) as const,
    ),
    ...subjects.map((text) => ({ phrase: phraseOf(text), form: 'subject' }) as const),
  ]
  return candidates.find(({ phrase }) => isTopic(phrase) && isUnbranded(phrase)) ?? null
}

/** Extracts definitions: `planner for small teams` from "Acme is a planner for small teams. …". */
function definitions(description: string): string[] {
  return [...description.matchAll(/\bis (?:an?|the) ([^.,;:!?–—]{3,80})/gu)].map(([, what = '']) => what)
}

function phraseOf(text: string): string {
  const bare = text
    .replace(/ (?:that|which|who|where|built|made|trusted|designed)\b.*$/u, '')
    .replace(
      /^(?:(?:the|an?) )?(?:(?:best|leading|easiest|simplest|fastest|smartest|only|#1|new|modern) )*/iu,
      '',
    )
    .replace(/[\s.!?]+$/u, '')
  // Keeps acronyms unchanged.
  return /^\p{Lu}\p{Ll}/u.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare
}

function isTopic(text: string): boolean {
  const words = text.split(' ')
  return (
    words.length >= 2 &&
    words.length <= MAXIMUM_TOPIC_WORDS &&
    text.length <= 60 &&
    /^[\p{Script=Latin}\p{N} &/'’-]+$/u.test(text) &&
    !/^(?:home|homepage|welcome|official|get|start|sign|log)\b/iu.test(text)
  )
}
