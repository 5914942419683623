import type { Market } from './market.ts'
import type { Topic } from './topic.ts'

const MOST = 10

/** Prompts to start with: about the market where it is known, then about the brand. At least 5, at most 10, none twice. */
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
  const about = market ? ofMarket(market) : topic ? ofTopic(topic) : []
  const [rival] = rivals
  const named = [
    `Is ${brand} any good?`,
    `What are the best alternatives to ${brand}?`,
    ...(rival ? [`How does ${brand} compare with ${rival}?`] : []),
    `What do people like and dislike about ${brand}?`,
    `Who is ${brand} best for?`,
    `What is ${brand} known for?`,
  ]
  const prompts = [
    ...about.map((text) => ({ text, branded: false })),
    ...named.map((text) => ({ text, branded: true })),
  ]
  return prompts.slice(0, MOST)
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

/** A noun with `a` or `an`, by its first letter. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
