import { describe, expect, it, vi } from 'vitest'
import { extractWith, type Matcher, prepare } from './extract.ts'
import type { TrackedEntity } from './observation.ts'

// Property tests with many answers: slow machines need more time.
vi.setConfig({ testTimeout: 60_000 })

const entities: TrackedEntity[] = [
  { name: 'Acme', aliases: ['Acme Cloud', 'Acme Cloud Pro Max'] },
  { name: 'Nestlé' },
  { name: 'ソニー' },
  { name: 'Coca-Cola' },
  { name: 'Booking.com' },
  { name: 'Target' },
  { name: 'Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' },
  { name: 'co co co co co co co co ca' },
]

const known = prepare(entities)

/** Texts to repeat: ordinary answers, and inputs known to break parsers. */
const UNITS: readonly [what: string, unit: string][] = [
  ['an answer', '1. **Acme** – fast, but [Nestlé](https://n.com) is better. See acme.com.\n   - ok\n\n'],
  ['one endless sentence', 'Acme is not the best choice and I recommend no information about Nestlé '],
  ['denials', 'I could not find any information about '],
  ['one word of a denial', 'nichts '],
  ['cue words', 'best better than not recommend worth choose avoid over '],
  ['an ordinary word as a name', 'target '],
  ['an ordinary word with its capital', 'Target, '],
  ['names', 'Acme '],
  ['names in a row', 'Acme, '],
  ['beginnings of a name', 'Acme Cloud Pro '],
  ['letters of a name', 'a'],
  ['words of a name', 'co '],
  ['emphasis inside a name', 'Ac**'],
  ['names of scripts without spaces', 'ソニ'],
  ['marks over a letter', 'e\u0301\u0327'],
  ['marks alone', '\u0301\u0327'],
  ['invisible characters', '\u200b'],
  ['halves of characters', '\ud800'],
  ['opening brackets', '['],
  ['closing brackets', ']'],
  ['link openings', ']('],
  ['unclosed links', '[Acme]('],
  ['footnotes', '[^1]'],
  ['source marks', '【1†x】'],
  ['parentheses', '('],
  ['back ticks', '`'],
  ['back ticks of two sizes', '` `` '],
  ['asterisks', '*'],
  ['underscores', '_'],
  ['bars', '|'],
  ['backslashes', '\\'],
  ['angles', '<'],
  ['tags', '<a <https://x '],
  ['entities', '&amp;'],
  ['colons', '://'],
  ['addresses', 'https://acme.com/(a '],
  ['dots', 'a.b.'],
  ['e-mail signs', 'a@'],
  ['fences', '```\n'],
  ['headings', '# '],
  ['quotations', '> '],
  ['nested items', '\n - Acme'],
  ['ever deeper items', '\n\t- Acme'],
  ['numbers', '1. '],
  ['rows', '\n| Acme | Nestlé |'],
  ['dividers', '|---'],
  ['dashes', '-'],
  ['spaces', ' '],
  ['line breaks', '\n'],
  ['other line breaks', ' \r\n'],
  ['apostrophes', "'"],
  ['ends of sentences', '. '],
  ['questions', 'Acme? '],
  ['prices', 'Acme Cloud1.299,00 $'],
  ['right to left', '\u202eشركة Acme '],
  ['emoji', '✅\ufe0f👩\u200d💻'],
]

function repeat(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length))
}

/** The longest text that any regular expression may get. */
const LONGEST = 4_000

/** Normalisation sorts combining marks in quadratic time, so its limit is a hundredth of that. */
const NORMALIZING = 100

interface Work {
  /** Characters read one by one, sliced or passed to a regular expression, and words looked up. */
  characters: number
  /** The longest text passed to a regular expression or to normalisation, and which it was. */
  longest: number
  expression: string
}

/** Counts the work of an extraction, which does not depend on the speed of the machine. */
function workOf(text: string, matcher: Matcher = known): Work {
  const work: Work = { characters: 0, longest: 0, expression: '' }
  const { charCodeAt, charAt, slice, normalize } = String.prototype
  const { exec } = RegExp.prototype
  const { has } = Set.prototype
  String.prototype.charCodeAt = function (at) {
    work.characters += 1
    return charCodeAt.call(this, at)
  }
  String.prototype.charAt = function (at) {
    work.characters += 1
    return charAt.call(this, at)
  }
  String.prototype.slice = function (start, end) {
    const cut = slice.call(this, start, end)
    work.characters += cut.length
    return cut
  }
  const read = (length: number, expression: string) => {
    work.characters += length
    if (length > work.longest) Object.assign(work, { longest: length, expression })
  }
  Set.prototype.has = function (value) {
    work.characters += 1
    return has.call(this, value)
  }
  String.prototype.normalize = function (form) {
    read(this.length * NORMALIZING, 'normalize')
    return normalize.call(this, form)
  }
  RegExp.prototype.exec = function (input) {
    // A global search reads only from lastIndex on.
    read(input.length - (this.global ? this.lastIndex : 0), this.source)
    return exec.call(this, input)
  }
  try {
    extractWith(matcher, { text })
  } finally {
    Object.assign(String.prototype, { charCodeAt, charAt, slice, normalize })
    RegExp.prototype.exec = exec
    Set.prototype.has = has
  }
  return work
}

describe('the work of an extraction', () => {
  it.each(UNITS)('grows at most twelve-fold for ten times %s', (_, unit) => {
    // Fills the cache of character classes.
    workOf(unit)
    // Sentences without a name are skipped, so each text has one.
    const small = workOf(`Acme ${repeat(unit, 2_000)}`).characters
    const large = workOf(`Acme ${repeat(unit, 20_000)}`).characters
    expect(large / small).toBeLessThan(12)
  })

  it.each(UNITS)('passes regular expressions and normalisation only a bounded length of %s', (_, unit) => {
    // Whatever it does with that stretch, backtracking cannot grow with the text.
    for (const before of ['', '- ', '1. **', '| ', '[x]: ', 'Target ']) {
      const { longest, expression } = workOf(before + repeat(unit, LONGEST * 2))
      expect(`${longest > LONGEST ? expression : ''}`).toBe('')
    }
  })

  it.each(UNITS)('is finite for a hundred thousand characters of %s', (_, unit) => {
    expect(extractWith(known, { text: repeat(unit, 100_000) }).entities).toHaveLength(entities.length)
  })

  it('ends for a sentence with more comparisons than the stack holds', () => {
    const text = repeat('Acme is better than Nestlé and ', 4_200_000)
    expect(extractWith(known, { text }).comparisons.length).toBeGreaterThan(120_000)
  })

  it('is finite for a megabyte of all of them', () => {
    // Marks that are never closed extend to the end of the text, so they come last.
    const all = UNITS.map(([, unit]) => repeat(unit, 300)).join('\n\n')
    const text = repeat(all.replaceAll(/[`~<]/g, ''), 500_000) + repeat(all, 500_000)
    expect(extractWith(known, { text }).mentions.length).toBeGreaterThan(1_000)
  })

  it('is at most 1.2 times as much for five hundred names with a common prefix as for twenty', () => {
    const text = repeat('Norvella Board and Norvella Boat are not Norvella Boards, nor norvel.\n', 20_000)
    const many = Array.from({ length: 500 }, (_, index) => ({ name: `Norvella Boards ${index}` }))
    const few = workOf(text, prepare(many.slice(0, 20))).characters
    const all = workOf(text, prepare(many)).characters
    expect(all / few).toBeLessThan(1.2)
  })
})
