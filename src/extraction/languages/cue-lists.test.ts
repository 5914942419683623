import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CUE_KINDS, type CueKind, type Language } from './foundation/language.ts'
import { LANGUAGES } from './languages.ts'

/** Pairs of kinds with opposite meanings: no entry may be in both. */
const OPPOSITES: [CueKind, CueKind][] = [
  ['praise', 'fault'],
  ['praise', 'discourage'],
  ['better', 'worse'],
  ['recommend', 'discourage'],
  ['first', 'discourage'],
  ['merits', 'faults'],
]

const MIN_ENTRIES: Partial<Record<CueKind, number>> = {
  praise: 400,
  fault: 400,
  recommend: 60,
  discourage: 40,
}

function kindsOf({ cues }: Language): [CueKind, readonly string[]][] {
  return CUE_KINDS.map((kind) => [kind, cues[kind]])
}

describe.each(LANGUAGES.map((language) => [language.name, language] as const))(
  'the cue lists of %s',
  (_, language) => {
    const kinds = kindsOf(language)
    const listOf = (kind: CueKind) => language.cues[kind]

    it('have enough entries of every kind', () => {
      for (const [kind, entries] of kinds)
        expect([kind, entries.length >= (MIN_ENTRIES[kind] ?? 10)]).toEqual([kind, true])
    })

    it('have no duplicates within a kind', () => {
      for (const [kind, entries] of kinds) {
        const repeated = entries.filter((entry, at) => entries.indexOf(entry) !== at)
        expect([kind, repeated]).toEqual([kind, []])
      }
    })

    it('have no entry with opposite meanings', () => {
      for (const [kind, opposite] of OPPOSITES) {
        const oppositeEntries = new Set(listOf(opposite))
        expect([kind, opposite, listOf(kind).filter((entry) => oppositeEntries.has(entry))]).toEqual([
          kind,
          opposite,
          [],
        ])
      }
    })

    it('are in lower case and have an asterisk only at one end of a stem of three or more letters', () => {
      for (const [kind, entries] of kinds) {
        const wrong = entries.filter(
          (entry) =>
            entry !== entry.toLowerCase() ||
            (entry.includes('*') && !/^(?:\*[^*]+|[^*]+\*)$/.test(entry)) ||
            (entry.includes('*') && language.grammar.functionWords.length > 0 && entry.length < 4) ||
            /\s{2}/.test(entry),
        )
        expect([kind, wrong]).toEqual([kind, []])
      }
    })

    it('have trimmed entries without commas or curly apostrophes', () => {
      for (const [kind, entries] of [...kinds, ['function words', language.grammar.functionWords] as const]) {
        const wrong = entries.filter(
          (entry) => entry !== entry.trim() || /[,’\n]/.test(entry) || entry === '',
        )
        expect([kind, wrong]).toEqual([kind, []])
      }
    })
  },
)

it('language codes are unique', () => {
  expect(new Set(LANGUAGES.map(({ code }) => code)).size).toBe(LANGUAGES.length)
})

it('all languages have the same files and lists', () => {
  const common = ['denials', 'facts', 'grammar', 'headings', 'opinions', 'suggestions', 'themes'].map(
    (list) => `${list}.json`,
  )
  const shapes = LANGUAGES.map(({ name, cues, grammar, denials }) => {
    const folder = name.toLowerCase()
    const files = readdirSync(new URL(folder, import.meta.url))
    // Only English has further lists, for what is extracted only from English answers.
    const shared = files.filter((file) => common.includes(file) || file.endsWith('.ts'))
    expect(name === 'English' ? shared : files.sort()).toEqual([...common, `${folder}.ts`].sort())
    return { cues: Object.keys(cues).sort(), grammar: Object.keys(grammar), denials: Object.keys(denials) }
  })
  for (const shape of shapes) expect(shape).toEqual(shapes[0])
})
