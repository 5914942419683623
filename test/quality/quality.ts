import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extract } from '../../src/extraction/extract.ts'
import { describePredictions, measureAnswers } from './answers.ts'
import { scoreDiscovery } from './discovery.ts'
import { measureFacts } from './facts.ts'
import { scoreLists } from './lists.ts'
import { accuracy, f1, macroF1, type Pair } from './measure.ts'
import { readNamedAnswers } from './named-answers.ts'
import { scoreRanks } from './ranks.ts'
import { DATA, type Labelled, pathOf, readSet } from './sets.ts'
import { measureThemes } from './themes.ts'
import { shareChangedAlone } from './tracked-alone.ts'

function distinct(names: readonly string[]): { name: string }[] {
  return [...new Set(names)].map((name) => ({ name }))
}

/** Returns the extracted sentiment at the offset of each target. Targets without a mention count as neutral. */
function sentiments(texts: readonly Labelled[]): Pair[] {
  return texts.flatMap(({ text, targets }) => {
    const { mentions } = extract({ text, entities: distinct(targets.map(({ name }) => name)) })
    return targets.map(({ label, start }): Pair => {
      const mention = mentions.find((item) => start !== null && start >= item.start && start < item.end)
      return [label, mention?.sentiment ?? 'neutral']
    })
  })
}

const ORDER = { negative: -1, mixed: 0, neutral: 0, positive: 1 }

/** Decides which of two names is better by comparing their sentiments. */
function comparisons(texts: readonly Labelled[]): Pair[] {
  return texts.map(({ text, targets, label = '' }): Pair => {
    const { entities } = extract({ text, entities: targets.map(({ name }) => ({ name })) })
    const [a, b] = ['a', 'b'].map((role) => {
      const sentiment = entities[targets.findIndex((target) => target.role === role)]?.sentiment.label
      return ORDER[sentiment ?? 'neutral']
    })
    const balance = (a ?? 0) - (b ?? 0)
    return [label, balance > 0 ? 'BETTER' : balance < 0 ? 'WORSE' : 'NONE']
  })
}

/** Decides whether each labeled word is a mention of the brand with that name. */
function brands(texts: readonly Labelled[]): Pair[] {
  return texts.flatMap(({ text, targets }) =>
    targets.map(({ name, label, start }): Pair => {
      const { mentions } = extract({ text, entities: [{ name }] })
      return [label, mentions.some((mention) => mention.start === start) ? 'brand' : 'other']
    }),
  )
}

/**
 * Computes recall for the products of each answer, and precision when another answer's products are tracked as well.
 */
function products(texts: readonly Labelled[]): { recall: number; precision: number } {
  let all = 0
  let correct = 0
  let extracted = 0
  texts.forEach(({ text, targets }, index) => {
    const absent = texts[(index + 40) % texts.length]?.targets ?? []
    const named = new Set(targets.map(({ name }) => name))
    const { entities } = extract({
      text,
      entities: distinct([...targets, ...absent].map(({ name }) => name)),
    })
    const mentioned = entities.filter((entity) => entity.mentioned)
    all += named.size
    correct += mentioned.filter(({ name }) => named.has(name)).length
    // A product of the other answer is not an error if this text mentions it too.
    extracted += mentioned.filter(({ name }) => named.has(name) || !text.includes(name)).length
  })
  return { recall: correct / all, precision: correct / extracted }
}

const rows: string[][] = [['set', 'measure', 'here', 'baselines on the other half']]

/** Adds the scores of a set to the table. Skips sets that do not exist. */
function report(
  set: string,
  measure: (texts: Labelled[]) => [what: string, value: number, baselines: string][],
): void {
  const texts = readSet(set)
  if (!texts) {
    process.stdout.write(`skipped: ${set} is not in ${DATA}\n`)
    return
  }
  for (const [what, value, baselines] of measure(texts)) rows.push([set, what, value.toFixed(3), baselines])
}

interface Trained {
  set: string
  sha256: string
  crossValidated: number
}

const TRAINED: Trained[] = JSON.parse(readFileSync('training/scores.json', 'utf8'))

/**
 * Measures the shipped model on a training set, or on another part of that set, and reports its cross-validated score
 * too.
 */
function measureTrained(set: string, baselines: string): void {
  report(set, (texts) => {
    const trained = TRAINED.find((scores) => scores.set === set)
    const digest = createHash('sha256')
      .update(readFileSync(pathOf(set)))
      .digest('hex')
    const relation = trained?.sha256 === digest ? 'training texts' : 'texts not used for training'
    return [
      ['macro-F1, 5-fold cross-validated at training', trained?.crossValidated ?? Number.NaN, baselines],
      [`macro-F1, ${relation}`, macroF1(sentiments(texts)), ''],
    ]
  })
}

measureTrained('sentfin', 'majority .185, lexicon .537, naive Bayes .710, transformers .93')
measureTrained('mams', 'lexicon .467, naive Bayes .535')
measureTrained('newsmtsc', 'lexicon .544, naive Bayes .546, transformers .83')
report('finentity', (texts) => [
  [
    'macro-F1, texts not used for training',
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
    ['products extracted as recommended', recommended, ''],
    ['products with a rank', ranked, ''],
    ['pairs in the labeled rank order', agrees, ''],
    ['quoted sources extracted as recommended', passing, ''],
  ]
})
report('brand_wsd', (texts) => [['macro-F1', macroF1(brands(texts)), 'majority .334, naive Bayes .72']])
report('brand_ambig_tweets', (texts) => [['accuracy', accuracy(brands(texts)), 'capital letter .716']])
report('ai_chatgpt_b2b_items', (texts) => {
  const { start, overlap, text, position, precision } = scoreLists(texts)
  return [
    ['list items found, same start', start, ''],
    ['list items found, overlap of at least half', overlap, ''],
    ['list items found, same text', text, ''],
    ['list items found, same position in section', position, ''],
    ['precision of extracted list items', precision, ''],
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
  const answersOfSet = (answers ?? []).filter((answer) => set === 'all' || answer.set === set)
  const scores = scoreDiscovery(answersOfSet, ({ text }) => extract({ text, entities: [] }).discovered)
  const measures = {
    'recall of untracked names, cross-validated at training': found,
    'precision of untracked names, cross-validated at training': precision,
    'recall of untracked names': scores.found,
    'recall of recommended or discouraged names': scores.foundWeighed,
    'precision of untracked names': scores.precision,
    'precision with an overlap of at least half': scores.lenientPrecision,
  }
  for (const [what, value] of Object.entries(measures)) rows.push([set, what, value.toFixed(3), ''])
}
if (answers)
  rows.push(['all', 'names with other values when tracked alone', shareChangedAlone(answers).toFixed(3), ''])
rows.push(...measureAnswers(), ...describePredictions(), ...measureThemes(), ...measureFacts())

const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
for (const row of rows) {
  process.stdout.write(
    `${row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}\n`,
  )
}
