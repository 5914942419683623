import { describe, expect, it } from 'vitest'
import type { CueKind, Language } from './language.ts'
import { LANGUAGES } from './languages.ts'
import { entriesOf } from './scan-cues.ts'

/** Kinds that say opposite things: an entry of both would say nothing. */
const OPPOSITES: [CueKind, CueKind][] = [
  ['praise', 'fault'],
  ['praise', 'discourage'],
  ['better', 'worse'],
  ['recommend', 'discourage'],
  ['first', 'discourage'],
  ['merits', 'faults'],
]

const FEWEST: Partial<Record<CueKind, number>> = { praise: 400, fault: 400, recommend: 60, discourage: 40 }

function kindsOf({ cues }: Language): [CueKind, string[]][] {
  return (Object.keys(cues) as CueKind[]).map((kind) => [kind, entriesOf(cues[kind])])
}

describe.each(LANGUAGES.map((language) => [language.name, language] as const))(
  'the cue lists of %s',
  (_, language) => {
    const kinds = kindsOf(language)
    const listOf = (kind: CueKind) => entriesOf(language.cues[kind])

    it('have entries of every kind', () => {
      for (const [kind, entries] of kinds)
        expect([kind, entries.length >= (FEWEST[kind] ?? 10)]).toEqual([kind, true])
    })

    it('have each entry once in a kind', () => {
      for (const [kind, entries] of kinds) {
        const repeated = entries.filter((entry, at) => entries.indexOf(entry) !== at)
        expect([kind, repeated]).toEqual([kind, []])
      }
    })

    it('have no entry that says opposite things', () => {
      for (const [kind, opposite] of OPPOSITES) {
        const others = new Set(listOf(opposite))
        expect([kind, opposite, listOf(kind).filter((entry) => others.has(entry))]).toEqual([
          kind,
          opposite,
          [],
        ])
      }
    })

    it('are in lower case, with an asterisk only at one end of a stem of three letters or more', () => {
      for (const [kind, entries] of kinds) {
        const wrong = entries.filter(
          (entry) =>
            entry !== entry.toLowerCase() ||
            (entry.includes('*') && !/^(?:\*[^*]+|[^*]+\*)$/.test(entry)) ||
            (entry.includes('*') && language.functionWords !== '' && entry.length < 4) ||
            /\s{2}/.test(entry),
        )
        expect([kind, wrong]).toEqual([kind, []])
      }
    })

    it('break lines between entries, never within one', () => {
      for (const list of [language.functionWords, ...Object.values(language.cues)]) {
        const lines = list.trim().split('\n').slice(0, -1)
        expect(lines.filter((line) => !line.trimEnd().endsWith(','))).toEqual([])
      }
    })
  },
)

it('no two languages have the same code', () => {
  expect(new Set(LANGUAGES.map(({ code }) => code)).size).toBe(LANGUAGES.length)
})
