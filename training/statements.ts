import type {
  AnswerKind,
  RecommendationStrength,
  SentimentLabel,
} from '../src/extraction/foundation/observation.ts'

/** A name in a made text, with its labels. */
interface MadeEntity {
  name: string
  sentiment: SentimentLabel
  strength: RecommendationStrength
  rank: number | null
}

/** A text made for training, with unambiguous labels. */
interface MadeText {
  text: string
  /** Null if the text does not determine it. */
  kind: AnswerKind | null
  entities: MadeEntity[]
}

// Statements about one name each, separated by "|". Real answers are long and rarely contain such short statements, so
// they alone do not teach them.
const PRIMARY = `
  My top pick is {}. | My recommendation is {}. | {} is the best choice overall. | {} is the best option overall. | Best overall: {}
  {} is the clear winner. | I would choose {}. | I'd go with {}. | The best of them all is {}. | {} comes out on top.
  If I had to pick one, I would take {}. | {} was named best choice by critics. | {} is my first choice. | {} is the one to get.`
const STRONG = `
  I recommend {}. | I also recommend {}. | {} is a great choice. | {} is ideal for small teams. | {} is the best choice for small teams.
  {} is one of the best options. | I would lean toward {}. | {} is highly recommended. | {} is a good fit for beginners. | Go with {} if you travel.
  Best for teams: {} | {} is excellent: reliable, fast and easy to use. | {} is well worth the money.`
const AMONG = `
  {} is worth considering. | Other options include {}. | You could also try {}. | There are alternatives such as {}. | Consider {}.`
const DISCOURAGED = `
  I would avoid {}. | Avoid {}. | I don't recommend {}. | {} is not a good choice. | I would not buy {}. | Stay away from {}. | {} is not recommended.
  {} isn't worth the money. | I'd skip {}. | I can't recommend {} to anyone. | Steer clear of {}.`
const PLAIN = `
  Is {} the best choice? | {} was founded in 1998. | {} is a company. | Open {} and click Settings. | {} was bought by another company.
  How to set up {}? | I read about it on {}. | It works with {}. | {} lists the best tools every year. | According to {}, prices rise.`
const PRAISED = `
  {} is fast and reliable. | {} is excellent. | {} is hard to beat. | Many users love {}. | {} has a great app.`
const CRITICIZED = `
  {} is slow and expensive. | {} is unreliable. | {} has many bugs. | Many users complain about {}. | {} is a disappointment.`
const WEIGHED = `
  {} is cheap but slow. | {} is fast, but it is unreliable. | {} has a great app, but support is terrible. | {} is powerful but hard to learn.`

/** In each sentence, Acme is called better than Brio. */
const COMPARED = `
  Acme is faster than Brio. | Acme is better than Brio. | Acme beats Brio. | Brio is slower than Acme. | Acme has a better app than Brio.
  Acme is much more reliable than Brio. | Brio is worse than Acme. | I prefer Acme to Brio. | Compared to Brio, Acme is easier to use.
  Acme outperforms Brio. | Acme is a lot cheaper than Brio. | Brio is not as good as Acme. | Acme is superior to Brio in every way.`
const NOT_COMPARED = `
  Acme is like Brio. | Acme and Brio are companies. | I use Acme and Brio. | Acme or Brio? | Acme runs on Brio. | Acme is as fast as Brio.`

const NAMES = ['Acme', 'Brio', 'Corvo', 'Everly']

function statements(
  text: string,
  kind: AnswerKind | null,
  sentiment: SentimentLabel,
  strength: RecommendationStrength,
): MadeText[] {
  return lines(text).map((line, index) => {
    const name = NAMES[index % NAMES.length] ?? 'Acme'
    return { text: line.replace('{}', name), kind, entities: [{ name, sentiment, strength, rank: null }] }
  })
}

function lines(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function pairs(text: string, kind: AnswerKind, first: SentimentLabel, second: SentimentLabel): MadeText[] {
  const plain = { strength: 'mentioned_only', rank: null } as const
  return lines(text).map((line) => ({
    text: line,
    kind,
    entities: [
      { name: 'Acme', sentiment: first, ...plain },
      { name: 'Brio', sentiment: second, ...plain },
    ],
  }))
}

function ranked(strengths: readonly RecommendationStrength[], sentiment: SentimentLabel): MadeEntity[] {
  return strengths.map((strength, index) => ({
    name: NAMES[index] ?? 'Acme',
    sentiment,
    strength,
    rank: index + 1,
  }))
}

const THREE = ['strong', 'strong', 'strong'] as const
const LISTS: MadeText[] = [
  {
    text: '1. **Acme** – fast\n2. **Brio** – cheap\n3. **Corvo** – safe',
    kind: 'recommendation',
    entities: ranked(THREE, 'positive'),
  },
  {
    text: 'Here are the best tools:\n\n- **Acme**: fast\n- **Brio**: cheap\n- **Corvo**: safe',
    kind: 'recommendation',
    entities: ranked(THREE, 'positive'),
  },
  {
    text: '### 1. Acme\nIt is fast.\n### 2. Brio\nIt is cheap.\n### 3. Corvo\nIt is safe.',
    kind: 'recommendation',
    entities: ranked(THREE, 'positive'),
  },
  { text: '1. Acme\n2. Brio\n3. Corvo', kind: 'recommendation', entities: ranked(THREE, 'neutral') },
  {
    text: 'Acme – quick\nBrio – cheap\nCorvo – safe',
    kind: 'recommendation',
    entities: ranked(THREE, 'positive'),
  },
  {
    text: 'Tools to avoid:\n\n- Acme: slow and buggy\n- Brio: overpriced\n- Corvo: unreliable',
    kind: 'recommendation',
    entities: ranked(['discouraged', 'discouraged', 'discouraged'], 'negative').map((entity) => ({
      ...entity,
      rank: null,
    })),
  },
]

/** Returns texts with one or more names and a certain sentiment, strength and rank for each. */
export function madeStatements(): MadeText[] {
  return [
    ...statements(PRIMARY, 'recommendation', 'positive', 'primary'),
    ...statements(STRONG, 'recommendation', 'positive', 'strong'),
    ...statements(AMONG, 'recommendation', 'neutral', 'among'),
    ...statements(DISCOURAGED, 'recommendation', 'negative', 'discouraged'),
    ...statements(PLAIN, 'fact', 'neutral', 'mentioned_only'),
    ...statements(PRAISED, null, 'positive', 'mentioned_only'),
    ...statements(CRITICIZED, null, 'negative', 'mentioned_only'),
    ...statements(WEIGHED, null, 'mixed', 'mentioned_only'),
    ...pairs(COMPARED, 'comparison', 'positive', 'negative'),
    ...pairs(NOT_COMPARED, 'fact', 'neutral', 'neutral'),
    ...LISTS,
  ]
}
