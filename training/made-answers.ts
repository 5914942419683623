import { LANGUAGES, type Words } from './made-words.ts'
import { seeded, shuffle } from './random.ts'

const NAMES = [
  'Acme',
  'Brio',
  'Corvo',
  'Everly',
  'Novalo',
  'Pexo',
  'Tavalo',
  'Ulmino',
  'Velmora Hill',
  'Zandor',
  'Ozmo',
  'Kelto',
]
const COPIES = 5

/** A name and its rank in the list that answers the question; null if it has none. */
interface RankedName {
  name: string
  rank: number | null
}

/** The state for writing one answer. */
interface Writer {
  words: Words
  /** Returns a random element that was not taken before, as long as there is one. */
  take<Element>(from: readonly Element[]): Element
  chance(share: number): boolean
  entities: RankedName[]
  /** Returns the next names, joined, and records this rank for them. */
  name(count: number, rank: number | null): string
}

function writer(words: Words, seed: number): Writer {
  const random = seeded(seed)
  const order = Int32Array.from(NAMES.keys())
  shuffle(order, random)
  const names = Array.from(order, (index) => NAMES[index] ?? '')
  const taken = new Set<unknown>()
  const entities: RankedName[] = []
  return {
    words,
    entities,
    chance: (share) => random() < share,
    take: (from) => {
      const left = from.filter((element) => !taken.has(element))
      const pool = left.length > 0 ? left : from
      const element = pool[Math.floor(random() * pool.length)]
      if (element === undefined) throw new Error('Cannot take an element from an empty list.')
      taken.add(element)
      return element
    },
    name: (count, rank) => {
      const chosen = names.splice(0, count)
      for (const name of chosen) entities.push({ name, rank })
      const last = chosen.pop() ?? ''
      return chosen.length > 0 ? `${chosen.join(', ')} ${words.and} ${last}` : last
    },
  }
}

const fill = (text: string, names: string) => text.replace('{}', names)

/** Writes tips, some with examples. All names in an item have the rank of the item. */
function tips({ words, take, chance, name }: Writer): string {
  const marks = take(['- ', '1. ', '### 1. '])
  const items = Array.from({ length: 6 }, (_, index) => {
    const names = chance(0.45)
    const [title, text] = take(names ? words.examples : words.tips)
    const body = names ? fill(text, name(1 + (index % 3), index + 1)) : text
    const mark = marks.replace('1', String(index + 1))
    if (mark.startsWith('#')) return `${mark}${title}\n${chance(0.5) ? `- ${body}` : body}`
    return chance(0.7) ? `${mark}**${title}.** ${body}` : `${mark}${title}: ${body}`
  })
  return `${take(words.openings)}\n\n${items.join(chance(0.5) ? '\n\n' : '\n')}`
}

/** Writes one or more names for each use. */
function uses(writer: Writer): string {
  const { words, take, chance, name } = writer
  const items = Array.from({ length: 4 }, (_, index) => {
    const [title, text] = take(words.uses)
    return `- **${title}:** ${fill(text, name(1 + (chance(0.4) ? 1 : 0), index + 1))}`
  })
  return `${take(words.openings)}\n\n${items.join('\n')}${notes(writer)}`
}

/** Writes notes below the answer. Names that occur only there have no rank. */
function notes({ words, take, chance, name }: Writer): string {
  if (chance(0.4)) return ''
  const items = Array.from({ length: 3 }, () => {
    const note = take(words.notes)
    return `- ${note.includes('{}') ? fill(note, name(1, null)) : note}`
  })
  return `\n\n**${take(words.noteTitles)}**\n${items.join('\n')}`
}

/** Writes an overview by use, with several names per item. */
function survey({ words, take, chance, name }: Writer): string {
  const items = Array.from({ length: 4 }, (_, index) => {
    const [title] = take(words.uses)
    return `- **${title.replace(/^(?:For|Til) /, '')}:** ${name(2 + (chance(0.4) ? 1 : 0), index + 1)}`
  })
  return `${take(words.surveys)}\n\n${items.join('\n')}`
}

/** Writes lists of names below several headings. The ranks continue across lists. */
function groups(writer: Writer): string {
  const { words, take, chance, name } = writer
  const heading = take(['## ', '**'])
  let place = 0
  const parts = Array.from({ length: 3 }, () => {
    const items = Array.from({ length: chance(0.3) ? 1 : 3 }, () => {
      place += 1
      const shared = chance(0.15)
      return `- **${name(shared ? 2 : 1, place)}** – ${take(words.merits)}`
    })
    return `${heading}${take(words.groups)}${heading === '**' ? '**' : ''}\n${items.join('\n')}`
  })
  return `${take(words.surveys)}\n\n${parts.join('\n\n')}${notes(writer)}`
}

/** Writes numbered headings or items with names in the bullets below. The names have the rank of the heading. */
function nested({ words, take, chance, name }: Writer): string {
  const mark = take(['### 1. ', '1. ', '## 1. '])
  const parts = Array.from({ length: 4 }, (_, index) => {
    const [title] = take(words.examples)
    const indent = mark.startsWith('#') ? '' : '   '
    const names = chance(0.6) ? 2 + (chance(0.5) ? 1 : 0) : 0
    const items = Array.from({ length: Math.max(2, names) }, (_, item) =>
      item < names
        ? `${indent}- **${name(1, index + 1)}** – ${take(words.merits)}`
        : `${indent}- ${take(words.tips)[1]}`,
    )
    return `${mark.replace('1', String(index + 1))}**${title}**\n${items.join('\n')}`
  })
  return `${take(words.openings)}\n\n${parts.join('\n\n')}`
}

/** Writes steps within one product, which has no rank. */
function steps({ words, take, chance, name }: Writer): string {
  const it = name(1, null)
  const mark = take(['- ', '1. '])
  const items = words.steps.map((step, index) => `${mark.replace('1', String(index + 1))}${fill(step, it)}`)
  return `${take(words.instructions)}\n\n${items.slice(chance(0.5) ? 1 : 0).join('\n')}`
}

const FORMS: readonly ((writer: Writer) => string)[] = [tips, uses, survey, groups, nested, steps]

/** Returns answers in the typical forms of real ones, with made-up names and the rank of each name. */
export function madeAnswers(): { text: string; lang: string; entities: RankedName[] }[] {
  return LANGUAGES.flatMap((words, language) =>
    FORMS.flatMap((write, form) =>
      Array.from({ length: COPIES }, (_, copy) => {
        const made = writer(words, 1 + copy + COPIES * (form + FORMS.length * language))
        return { text: write(made), lang: words.lang, entities: made.entities }
      }),
    ),
  )
}
