import { describe, expect, it } from 'vitest'
import { extract } from '../../extract.ts'

const NAMES = ['Acme', 'Brio', 'Corvo', 'tea', 'coffee']
const entities = NAMES.map((name) => ({ name }))

/** Returns "Acme > Brio" for each comparison. */
function comparisons(text: string): string[] {
  const found = extract({ text, entities }).comparisons
  return found.map(({ better, worse }) => `${NAMES[better]} > ${NAMES[worse]}`).sort()
}

describe('comparison', () => {
  it.each([
    ['Acme is better than Brio.', 'Acme > Brio'],
    ['Acme is slower than Brio.', 'Brio > Acme'],
    ['Acme is more reliable than Brio.', 'Acme > Brio'],
    ['Acme is less reliable than Brio.', 'Brio > Acme'],
    ['Acme is more expensive than Brio.', 'Brio > Acme'],
    ['Acme is less expensive than Brio.', 'Acme > Brio'],
    ['Acme costs more than Brio.', 'Brio > Acme'],
    ['Acme has fewer bugs than Brio.', 'Acme > Brio'],
    ['Acme has lower prices than Brio.', 'Acme > Brio'],
    ['Acme has a higher price than Brio.', 'Brio > Acme'],
    ['Acme is easier to break than Brio.', 'Brio > Acme'],
    ['Acme is faster then Brio.', 'Acme > Brio'],
    ['Acme might be a better choice than Brio.', 'Acme > Brio'],
    ['Sales were better in Acme than in Brio.', 'Acme > Brio'],
    ['It is easier to brew tea than coffee.', 'tea > coffee'],
    ['Acme is twice as fast as Brio.', 'Acme > Brio'],
  ])('is found in the words before "than": %s', (text, expected) => {
    expect(comparisons(text)).toEqual([expected])
  })

  it.each([
    ['Acme is not as good as Brio.', 'Brio > Acme'],
    ['Acme is not better than Brio.', 'Brio > Acme'],
    ["I don't think Acme is better than Brio.", 'Brio > Acme'],
    ['I doubt that Acme is better than Brio.', 'Brio > Acme'],
    ['I have no doubt that Acme is better than Brio.', 'Acme > Brio'],
    ['Acme is not only cheaper but also faster than Brio.', 'Acme > Brio'],
  ])('is reversed by negation: %s', (text, expected) => {
    expect(comparisons(text)).toEqual([expected])
  })

  it.each([
    ['Acme beats Brio.', 'Acme > Brio'],
    ['Acme was beaten by Brio.', 'Brio > Acme'],
    ['Acme lags behind Brio.', 'Brio > Acme'],
    ['Acme falls short of Brio.', 'Brio > Acme'],
    ['Acme is well ahead of Brio.', 'Acme > Brio'],
    ['Acme cannot keep up with Brio.', 'Brio > Acme'],
    ['Acme is second only to Brio.', 'Brio > Acme'],
    ['Acme is superior to Brio.', 'Acme > Brio'],
    ['Acme is inferior to Brio.', 'Brio > Acme'],
    ['Acme is a better alternative to Brio.', 'Acme > Brio'],
    ['Better alternatives to Acme are found in Brio.', 'Brio > Acme'],
    ['Acme is an improvement over Brio.', 'Acme > Brio'],
    ['Acme lacks the reports that Brio has.', 'Brio > Acme'],
    ['We prefer Acme to Brio.', 'Acme > Brio'],
    ['We chose Acme over Brio.', 'Acme > Brio'],
    ['We use Acme rather than Brio.', 'Acme > Brio'],
    ['Take Acme instead of Brio.', 'Acme > Brio'],
    ['We switched from Acme to Brio.', 'Brio > Acme'],
  ])('is found in verbs, adjectives and choices: %s', (text, expected) => {
    expect(comparisons(text)).toEqual([expected])
  })

  it.each([
    ['Compared to Brio, Acme is cheaper.', 'Acme > Brio'],
    ['Acme is cheaper compared with Brio.', 'Acme > Brio'],
    ['Acme is not cheaper compared to Brio.', 'Brio > Acme'],
    ['Unlike Brio, Acme is reliable.', 'Acme > Brio'],
    ['Unlike Brio, Acme never crashes.', 'Acme > Brio'],
    ['Unlike Brio, Acme is slow and buggy.', 'Brio > Acme'],
  ])('is found after "compared to" and "unlike": %s', (text, expected) => {
    expect(comparisons(text)).toEqual([expected])
  })

  it.each([
    ['Acme is good, but Brio is better.', 'Brio > Acme'],
    ['While Acme works, Brio is faster.', 'Brio > Acme'],
    ['You can do it in Acme, but it is easier in Brio.', 'Brio > Acme'],
    ['Acme is nicer, but most people use Brio.', 'Acme > Brio'],
    ["Acme is decent, but I'd rather have Brio.", 'Brio > Acme'],
  ])('is found in contrasting clauses: %s', (text, expected) => {
    expect(comparisons(text)).toEqual([expected])
  })

  it.each([
    ['Acme and Brio are better than Corvo.', ['Acme > Corvo', 'Brio > Corvo']],
    ['Acme is better than Brio and Corvo.', ['Acme > Brio', 'Acme > Corvo']],
    ['Acme is faster than Brio, but slower than Corvo.', ['Acme > Brio', 'Corvo > Acme']],
    ['Acme is faster than Brio, which is slower than Corvo.', ['Acme > Brio', 'Corvo > Brio']],
    ['Acme is cheaper than Brio, and Corvo is cheaper than Acme.', ['Acme > Brio', 'Corvo > Acme']],
  ])('orders several names in one sentence: %s', (text, expected) => {
    expect(comparisons(text)).toEqual(expected)
  })

  it.each([
    'A fine pick is Acme. It is faster than Brio.',
    'Acme works with Corvo. People say it is faster than Brio.',
    '- **Acme**: A tool for small teams. Setup takes a day. Slightly cheaper than Brio.',
  ])('resolves references to a name in the previous sentence: %s', (text) => {
    expect(comparisons(text)).toEqual(['Acme > Brio'])
  })

  it('ends at a cell boundary of a collapsed table', () => {
    const names = [{ name: 'Acme One' }, { name: 'Brio Max' }]
    const text = 'Acme OneGood sound, slightly heavier than mostBrio MaxGood battery'
    const { mentions, comparisons: found } = extract({ text, entities: names })
    expect(mentions).toHaveLength(2)
    expect(found).toEqual([])
  })

  it('does not resolve references across paragraphs', () => {
    expect(comparisons('Acme is a tool.\n\nIt is faster than Brio.')).toEqual([])
  })

  it.each([
    'Acme is as good as Brio.',
    'Acme is not any better than Brio.',
    'Acme is neither better nor worse than Brio.',
    'I am not sure Acme is better than Brio.',
    'If Acme is better than Brio, use it.',
    'Is Acme better than Brio?',
    'Is Acme any faster compared to Brio?',
    'Which is better, Acme or Brio?',
    'Which is faster, Acme vs Brio?',
    'Anything is better than Acme or Brio.',
    'Acme and Brio are better than ever.',
    'More than 40 percent of Acme belongs to Brio.',
    'Acme is bigger than Brio.',
    'Acme was founded later than Brio.',
    'I would like to see Acme beat Brio.',
    'Acme is good, but Brio is not better.',
    'Acme has the better support, but Brio has the better price.',
    'Acme is faster at reading, while Brio is faster at writing.',
    'Acme works with Brio for faster delivery.',
    'Acme er bedre end Brio.',
    'Acme ist besser als Brio.',
    'Acme is cheaper than Acme was.',
  ])('is not found if the text states none: %s', (text) => {
    expect(comparisons(text)).toEqual([])
  })

  it('counts if a question presupposes it', () => {
    expect(comparisons('Why is Acme better than Brio?')).toEqual(['Acme > Brio'])
  })

  it.each([
    ['In short: Acme is, I think, cheaper than Brio today.', 'Acme is, I think, cheaper than Brio'],
    ['Today, compared to Brio, Acme is cheaper by far.', 'compared to Brio, Acme is cheaper'],
    ['Most of us prefer Acme to Brio here.', 'prefer Acme to Brio'],
    ['😀 Acme is good, but Brio is better.', 'Acme is good, but Brio is better'],
  ])('has an evidence span: %s', (text, evidence) => {
    const found = extract({ text, entities }).comparisons
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([evidence])
  })

  it('ignores denied names', () => {
    const text = "I couldn't find any information about Acme. It may be better than Brio."
    expect(comparisons(text)).toEqual([])
  })
})

describe('sentiment of several names in one sentence', () => {
  function labels(text: string): (string | null)[] {
    return extract({ text, entities }).mentions.map(({ sentiment }) => sentiment)
  }

  it('is positive for the better name and negative for the worse one, regardless of other opinions', () => {
    expect(labels('Acme is excellent, even better than Brio.')).toEqual(['positive', 'negative'])
    expect(labels('Why is Acme worse than Brio?')).toEqual(['negative', 'positive'])
    const [ahead, behind] = extract({ text: 'Acme is better than Brio.', entities }).mentions
    expect(ahead?.score).toBeGreaterThan(0.5)
    expect(behind?.score).toBeLessThan(-0.5)
  })

  it.each([
    'Acme is as good as Brio.',
    'Acme works with Brio for faster delivery.',
    'The best tools this year come from Acme, a few others and Brio.',
    'Tools made by Acme run slower on Brio machines.',
    'We found Acme in the excellent market in which Brio sells its tools.',
  ])('is equal if nothing distinguishes the names: %s', (text) => {
    const scores = extract({ text, entities }).mentions.map(({ score }) => score)
    expect(new Set(scores).size).toBe(1)
    expect(scores).toHaveLength(2)
  })

  it('is equally strong for all praised names', () => {
    const text = 'Acme is excellent; Brio is good.'
    const [first, second] = extract({ text, entities }).mentions
    expect(first?.sentiment).toBe('positive')
    expect(second?.score).toBe(first?.score)
  })

  it('differs if one name is praised and the other criticized', () => {
    expect(labels('Acme is reliable and Brio is buggy.')).toEqual(['positive', 'negative'])
    expect(labels('The coffee was delicious and our tea was awful.')).toEqual(['positive', 'negative'])
  })
})
