import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extract } from '../../src/extraction/extract.ts'
import { measureAnswers } from './answers.ts'
import { scoreDiscovery } from './discovery.ts'
import { scoreLists } from './lists.ts'
import { accuracy, f1, macroF1, type Pair } from './measure.ts'
import { readNamedAnswers } from './named-answers.ts'
import { scoreRanks } from './ranks.ts'
import { DATA, type Labelled, pathOf, readSet } from './sets.ts'
import { shareChangedAlone } from './tracked-alone.ts'

function distinct(names: readonly string[]): { name: string }[] {
  return [...new Set(names)].map((name) => ({ name }))
}

/** The label found for each target at its offset. A name that is not found counts as neutral. */
function sentiments(texts: readonly Labelled[]): Pair[] {
  return texts.flatMap(({ text, targets }) => {
    const { mentions } = extract({ text, entities: distinct(targets.map(({ name }) => name)) })
    return targets.map(({ label, start }): Pair => {
      const mention = mentions.find((one) => start !== null && start >= one.start && start < one.end)
      return [label, mention?.sentiment ?? 'neutral']
    })
  })
}

const ORDER = { negative: -1, mixed: 0, neutral: 0, positive: 1 }

/** Which of two names is called better, by the sentiment towards both. */
function comparisons(texts: readonly Labelled[]): Pair[] {
  return texts.map(({ text, targets, label = '' }): Pair => {
    const { entities } = extract({ text, entities: targets.map(({ name }) => ({ name })) })
    const [a, b] = ['a', 'b'].map((role) => {
      const found = entities[targets.findIndex((target) => target.role === role)]?.sentiment.label
      return ORDER[found ?? 'neutral']
    })
    const balance = (a ?? 0) - (b ?? 0)
    return [label, balance > 0 ? 'BETTER' : balance < 0 ? 'WORSE' : 'NONE']
  })
}

/** Whether each labelled word is found as a mention of the brand with its name. */
function brands(texts: readonly Labelled[]): Pair[] {
  return texts.flatMap(({ text, targets }) =>
    targets.map(({ name, label, start }): Pair => {
      const { mentions } = extract({ text, entities: [{ name }] })
      return [label, mentions.some((one) => one.start === start) ? 'brand' : 'other']
    }),
  )
}

/** Recall of the products of each answer, and precision when products of another answer are tracked too. */
function products(texts: readonly Labelled[]): { recall: number; precision: number } {
  let all = 0
  let own = 0
  let found = 0
  texts.forEach(({ text, targets }, index) => {
    const absent = texts[(index + 40) % texts.length]?.targets ?? []
    const named = new Set(targets.map(({ name }) => name))
    const { entities } = extract({
      text,
      entities: distinct([...targets, ...absent].map(({ name }) => name)),
    })
    const mentioned = entities.filter((entity) => entity.mentioned)
    all += named.size
    own += mentioned.filter(({ name }) => named.has(name)).length
    // A product of the other answer that the text names is no error.
    found += mentioned.filter(({ name }) => named.has(name) || !text.includes(name)).length
  })
  return { recall: own / all, precision: own / found }
}

const rows: string[][] = [['set', 'measure', 'here', 'baselines on the other half']]

/** Adds the measures of a set to the table; a set that is not there is skipped. */
function report(
  set: string,
  measure: (texts: Labelled[]) => [what: string, value: number, than: string][],
): void {
  const texts = readSet(set)
  if (!texts) {
    process.stdout.write(`skipped: ${set} is not in ${DATA}\n`)
    return
  }
  for (const [what, value, than] of measure(texts)) rows.push([set, what, value.toFixed(3), than])
}

interface Trained {
  set: string
  sha256: string
  crossValidated: number
}

const TRAINED: Trained[] = JSON.parse(readFileSync('training/scores.json', 'utf8'))

/** Measures the shipped model on a set that it was trained on, or on another part of it, beside its cross-validated score. */
function measureTrained(set: string, baselines: string): void {
  report(set, (texts) => {
    const trained = TRAINED.find((one) => one.set === set)
    const digest = createHash('sha256')
      .update(readFileSync(pathOf(set)))
      .digest('hex')
    const seen =
      trained?.sha256 === digest ? 'the very texts it was trained on' : 'texts it was not trained on'
    return [
      ['macro-F1, 5-fold cross-validated at training', trained?.crossValidated ?? Number.NaN, baselines],
      [`macro-F1, ${seen}`, macroF1(sentiments(texts)), ''],
    ]
  })
}

measureTrained('sentfin', 'majority .185, lexicon .537, naive Bayes .710, transformers .93')
measureTrained('mams', 'lexicon .467, naive Bayes .535')
measureTrained('newsmtsc', 'lexicon .544, naive Bayes .546, transformers .83')
report('finentity', (texts) => [
  [
    'macro-F1, texts it was not trained on',
    macroF1(sentiments(texts)),
    'majority .225, lexicon .518, naive Bayes .628, transformers .84-.89',
  ],
])
report('compsent19', (texts) => {
  const pairs = comparisons(texts)
  return [
    ['accuracy', accuracy(pairs), 'majority .728, cue words .845'],
    ['macro-F1', macroF1(pairs), 'cue words .689'],
    ['F1 of WORSE', f1(pairs, 'WORSE'), 'cue words .462'],
  ]
})
report('ai_chatgpt_products', (texts) => {
  const { recall, precision } = products(texts)
  const { recommended, ranked, agrees, passing } = scoreRanks(texts)
  return [
    ['recall', recall, 'exact search .79-.85'],
    ['precision', precision, ''],
    ['products read as recommended', recommended, ''],
    ['products with a rank', ranked, ''],
    ['rank agrees, of pairs', agrees, ''],
    ['quoted in passing, read as recommended', passing, ''],
  ]
})
report('brand_wsd', (texts) => [['macro-F1', macroF1(brands(texts)), 'majority .334, naive Bayes .72']])
report('brand_ambig_tweets', (texts) => [['accuracy', accuracy(brands(texts)), 'capital letter .716']])
report('ai_chatgpt_b2b_items', (texts) => {
  const { start, overlap, text, position, precision } = scoreLists(texts)
  return [
    ['list items found, by beginning', start, ''],
    ['by overlap of half', overlap, ''],
    ['by text', text, ''],
    ['position in its section', position, ''],
    ['items read that are labelled', precision, ''],
  ]
})

interface NameScores {
  set: string
  found: number
  precision: number
}

const NAME_SCORES: NameScores[] = JSON.parse(readFileSync('training/name-scores.json', 'utf8'))

const answers = readNamedAnswers()
if (!answers) process.stdout.write(`skipped: ai_answers_labelled is not in ${DATA}\n`)
for (const { set, found, precision } of answers ? NAME_SCORES : []) {
  const own = (answers ?? []).filter((answer) => set === 'all' || answer.set === set)
  const scores = scoreDiscovery(own, ({ text }) => extract({ text, entities: [] }).discovered)
  const measures = {
    'untracked names found, cross-validated at training': found,
    'precision of the same': precision,
    'untracked names found': scores.found,
    'of those suggested or discouraged': scores.foundWeighed,
    'names found that are labelled': scores.precision,
    'that are labelled or overlap by half': scores.lenientPrecision,
  }
  for (const [what, value] of Object.entries(measures)) rows.push([set, what, value.toFixed(3), ''])
}
if (answers)
  rows.push([
    'all',
    'names read in another way when tracked alone',
    shareChangedAlone(answers).toFixed(3),
    '',
  ])
rows.push(...measureAnswers())

const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
for (const row of rows) {
  process.stdout.write(
    `${row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}\n`,
  )
}
