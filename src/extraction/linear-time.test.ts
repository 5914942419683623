import { describe, expect, it, vi } from 'vitest'
import { extractWith, type Matcher, prepare } from './extract.ts'
import type { TrackedEntity } from './foundation/observation.ts'

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

const prepared = prepare(entities)

/** Texts to repeat: ordinary answers and inputs that typically break parsers. */
const UNITS: readonly [what: string, unit: string][] = [
  ['an answer', '1. **Acme** – fast, but [Nestlé](https://n.com) is better. See acme.com.\n   - ok\n\n'],
  ['one long sentence', 'Acme is not the best choice and I recommend no information about Nestlé '],
  ['denials', 'I could not find any information about '],
  ['one word of a denial', 'nichts '],
  ['cue words', 'best better than not recommend worth choose avoid over '],
  ['words of themes', 'Acme is affordable, slow, not easy to use; '],
  ['themes without spaces to names', 'price quality but cheap – '],
  ['an ordinary word as a name', 'target '],
  ['an ordinary word with its capital', 'Target, '],
  ['names', 'Acme '],
  ['names in a row', 'Acme, '],
  ['prefixes of a name', 'Acme Cloud Pro '],
  ['letters of a name', 'a'],
  ['words of a name', 'co '],
  ['emphasis inside a name', 'Ac**'],
  ['names of scripts without spaces', 'ソニ'],
  ['marks over a letter', 'e\u0301\u0327'],
  ['marks alone', '\u0301\u0327'],
  ['invisible characters', '\u200b'],
  ['lone surrogates', '\ud800'],
  ['opening brackets', '['],
  ['closing brackets', ']'],
  ['link openings', ']('],
  ['unclosed links', '[Acme]('],
  ['footnotes', '[^1]'],
  ['source marks', '【1†x】'],
  ['parentheses', '('],
  ['backticks', '`'],
  ['backticks of two lengths', '` `` '],
  ['asterisks', '*'],
  ['underscores', '_'],
  ['pipes', '|'],
  ['backslashes', '\\'],
  ['angle brackets', '<'],
  ['tags', '<a <https://x '],
  ['HTML entities', '&amp;'],
  ['colons', '://'],
  ['URLs', 'https://acme.com/(a '],
  ['dots', 'a.b.'],
  ['at signs', 'a@'],
  ['code fences', '```\n'],
  ['headings', '# '],
  ['block quotes', '> '],
  ['nested items', '\n - Acme'],
  ['increasingly nested items', '\n\t- Acme'],
  ['numbers', '1. '],
  ['table rows', '\n| Acme | Nestlé |'],
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

/** Maximum length of a text that is passed to a regular expression. */
const MAX_REGEX_INPUT = 4_000

/** Weight of a character passed to `normalize`, which sorts combining marks in quadratic time. */
const NORMALIZE_WEIGHT = 100

interface Work {
  /** Number of characters read one by one, sliced or passed to a regular expression, plus set lookups. */
  characters: number
  /** Longest text passed to a regular expression or to `normalize`. */
  longest: number
  /** Source of that regular expression, or `normalize`. */
  expression: string
}

/** Counts the work of an extraction, which is independent of the machine's speed. */
function workOf(text: string, matcher: Matcher = prepared): Work {
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
    read(this.length * NORMALIZE_WEIGHT, 'normalize')
    return normalize.call(this, form)
  }
  RegExp.prototype.exec = function (input) {
    // A global search starts at lastIndex.
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

describe('work per extraction', () => {
  it.each(UNITS)('grows at most 12 times for 10 times as much text: %s', (_, unit) => {
    // Fill the cache of character classes.
    workOf(unit)
    // Sentences without a name are skipped, so each text needs one.
    const small = workOf(`Acme ${repeat(unit, 2_000)}`).characters
    const large = workOf(`Acme ${repeat(unit, 20_000)}`).characters
    expect(large / small).toBeLessThan(12)
  })

  it.each(UNITS)('limits the input of regular expressions and normalization: %s', (_, unit) => {
    // With bounded input, backtracking cannot grow with the text.
    for (const before of ['', '- ', '1. **', '| ', '[x]: ', 'Target ']) {
      const { longest, expression } = workOf(before + repeat(unit, MAX_REGEX_INPUT * 2))
      expect(`${longest > MAX_REGEX_INPUT ? expression : ''}`).toBe('')
    }
  })

  it.each(UNITS)('ends for 100,000 characters: %s', (_, unit) => {
    expect(extractWith(prepared, { text: repeat(unit, 100_000) }).entities).toHaveLength(entities.length)
  })

  it('ends for a sentence with more comparisons than fit on the call stack', () => {
    const text = repeat('Acme is better than Nestlé and ', 4_200_000)
    expect(extractWith(prepared, { text }).comparisons.length).toBeGreaterThan(120_000)
  })

  it('ends for a megabyte of all units', () => {
    // Unclosed marks extend to the end of the text, so they come last.
    const all = UNITS.map(([, unit]) => repeat(unit, 300)).join('\n\n')
    const text = repeat(all.replaceAll(/[`~<]/g, ''), 500_000) + repeat(all, 500_000)
    expect(extractWith(prepared, { text }).mentions.length).toBeGreaterThan(1_000)
  })

  it('is at most 1.2 times as much for 500 names with a common prefix as for 20', () => {
    const text = repeat('Norvella Board and Norvella Boat are not Norvella Boards, nor norvel.\n', 20_000)
    const many = Array.from({ length: 500 }, (_, index) => ({ name: `Norvella Boards ${index}` }))
    const few = workOf(text, prepare(many.slice(0, 20))).characters
    const all = workOf(text, prepare(many)).characters
    expect(all / few).toBeLessThan(1.2)
  })
})
