import { letters, titleParts } from './names.ts'
import type { Page } from './page.ts'

const MOST_WORDS = 8

/** What a page is about: a thing (`project planner`, one of many) or a subject (`project planning for small teams`). */
export interface Topic {
  phrase: string
  form: 'thing' | 'subject'
}

/** The topic of a page; null where it does not say one, or does not say it in English. */
export function topicOf(page: Page, own: readonly string[]): Topic | null {
  if (page.language !== null && !/^en(-|$)/.test(page.language)) return null
  const mine = own.map(letters)
  const isOther = (text: string) => !mine.some((name) => name !== '' && letters(text).includes(name))
  const subjects = [page.structured.category ?? '', ...titleParts(page.title ?? ''), page.keywords[0] ?? '']
  const candidates: Topic[] = [
    ...definitions(page.description ?? '').map(
      (text) => ({ phrase: phraseOf(text), form: 'thing' }) as const,
    ),
    ...subjects.map((text) => ({ phrase: phraseOf(text), form: 'subject' }) as const),
  ]
  return candidates.find(({ phrase }) => isTopic(phrase) && isOther(phrase)) ?? null
}

/** `planner for small teams` out of "Acme is a planner for small teams. …". */
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
  // Acronyms stay as they are.
  return /^\p{Lu}\p{Ll}/u.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare
}

function isTopic(text: string): boolean {
  const words = text.split(' ')
  return (
    words.length >= 2 &&
    words.length <= MOST_WORDS &&
    text.length <= 60 &&
    /^[\p{Script=Latin}\p{N} &/'’-]+$/u.test(text) &&
    !/^(?:home|homepage|welcome|official|get|start|sign|log)\b/iu.test(text)
  )
}
