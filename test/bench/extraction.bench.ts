/** Measures the extraction of generated answers: 3 KB with 20 and 500 tracked names, and 30 KB. Baseline: a regular expression of the same names. */
import { extractWith, prepare } from '../../src/extraction/extract.ts'
import { report } from './figures.ts'

const ROUNDS = 60
const MILLISECONDS = 10
/** Calls before the first round, because a process that extracts answers extracts thousands of them. */
const WARM_UP = 300

const SYLLABLES =
  'nor vel tas fern plan loom quill stack mer done kan brio zeph yr tor gal vane hur sto mil dax pell'.split(
    ' ',
  )
const WORDS = ['Slack', 'Notion', 'Monday', 'Target', 'Square']

function nameOf(index: number): string {
  const word = WORDS[index]
  // A quarter of the names in the answer are ordinary words, as with real brands.
  if (word) return word
  const parts = [index % 22, Math.floor(index / 22) % 22, (index * 7) % 22].map((part) => SYLLABLES[part])
  const name = parts.join('')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${index % 5 === 0 ? ' Cloud' : ''}`
}

const names = Array.from({ length: 500 }, (_, index) => nameOf(index))

function answerOf(length: number): string {
  let text =
    '# The best tools for small teams\n\nThese are the options that teams compare most often in 2026.\n\n'
  for (let index = 0; text.length < length; index += 1) {
    const [one, other] = [names[(index * 3) % 20], names[(index * 3 + 1) % 20]]
    text += `${(index % 9) + 1}. **${one}** – a fast and friendly tool, though [${other}](https://example.com/a?utm_source=x) is cheaper.
   - Pros: easy to set up, great support, a generous free plan
   - Cons: reports are slow, and the mobile app is clunky\n\n`
    if (index % 3 === 2) {
      text += `| Tool | Price | Best for |\n|---|---|---|\n| ${one} | $8 | small teams |\n| ${other} | $12 | agencies |\n
We would recommend ${one} over ${other} for most teams, because it costs less and does not lock your data in.\n\n`
    }
  }
  // Flattens the string in memory, like answers parsed from JSON.
  return JSON.parse(JSON.stringify(text.slice(0, length)))
}

/** Returns milliseconds per call in the fastest of many rounds, which is least affected by other processes and by compilation. */
function fastest(calls: readonly (() => unknown)[]): number[] {
  for (const call of calls) for (let count = 0; count < WARM_UP; count += 1) call()
  const best = calls.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round += 1) {
    calls.forEach((call, index) => {
      let count = 0
      const begun = performance.now()
      let spent = 0
      while (spent < MILLISECONDS) {
        call()
        count += 1
        spent = performance.now() - begun
      }
      best[index] = Math.min(best[index] ?? spent, spent / count)
    })
  }
  return best
}

const short = answerOf(3_000)
const long = answerOf(30_000)
const tracked = names.map((name) => ({ name }))
const few = prepare(tracked.slice(0, 20))
const many = prepare(tracked)

function alternation(wanted: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${wanted.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

const expression = alternation(names)

const mentions = extractWith(few, { text: short }).mentions.length
const [twenty = 0, fiveHundred = 0, tenfold = 0, wordsMany = 0, compiling = 0] = fastest([
  () => extractWith(few, { text: short }),
  () => extractWith(many, { text: short }),
  () => extractWith(few, { text: long }),
  () => short.match(expression)?.length,
  () => prepare(tracked),
])

report('extraction', [
  { name: `3 KB, 20 names, ${mentions} mentions`, value: twenty, unit: 'ms', better: 'lower', aim: 0.6 },
  { name: '500 names, compared with 20', value: fiveHundred / twenty, unit: '×', better: 'lower', aim: 2 },
  { name: '30 KB, compared with 3 KB', value: tenfold / twenty, unit: '×', better: 'lower', aim: 12 },
  { name: 'compiling 500 names, once for all answers', value: compiling, unit: 'ms', better: 'lower' },
  {
    name: '3 KB, 500 names, compared with one regular expression of 500 names',
    value: fiveHundred / wordsMany,
    unit: '×',
    better: 'lower',
  },
])
