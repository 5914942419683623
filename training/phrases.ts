import type { MentionSentimentLabel } from '../src/extraction/foundation/observation.ts'
import { LEXICON } from '../src/extraction/sentences/lexicon.ts'
import type { LabeledText } from './examples.ts'

// Templates of typical assistant phrases about products, filled with words from the opinion lexicon, because no labeled
// set has such texts. «word» is an opinion word, «other» another one with the same polarity, and A, B and C are names.
// In these templates the sentiment is the polarity of the word:
const SAME = [
  'A is «word».',
  'A is very «word» and «other».',
  '- **A** – «word» and «other»',
  '**A**: «word», «other» and more.',
  'A offers «word» features.',
  'Users call A «word».',
  'A, B and C are «word».',
  'A stands out as «word».',
  '- **A**: A tool. Setup is «word» and «other».',
]
// In these it is the opposite:
const INVERTED = ['A is not «word».', "A isn't «word» and never «other».", 'A is never «word».']
// In these it is positive, because the word is negative:
const INVERTED_NEGATIVE = ['A has no «word».', 'A has no «word» and no «other».', 'A works without «word».']
const NOT_ONLY = ['A is not only «word» but «other».']
const NEUTRAL =
  `A was founded in 1999.|A is a company.|I use A.|A is based in Berlin.|A has an office in London.|We use A at work.|
A is a tool for project management.|A is available on iOS and Android.|A starts at $10 per month.|A was launched in 2015.|
A is owned by B.|A and B are software companies.|A was acquired by B in 2018.|Other options include A, B and C.|
- **A** – CRM and email marketing|B sells A.|A has a free plan and a paid plan.|A integrates with B.|A is an example.|
I work with A.|A runs in the browser.|There are A, B and C.|Here is a list with A and B.|A comes from Germany.`
    .replaceAll('\n', '')
    .split('|')

const OPPOSITE: Record<MentionSentimentLabel, MentionSentimentLabel> = {
  positive: 'negative',
  negative: 'positive',
  neutral: 'neutral',
}

function labeled(phrase: string, of: (name: string) => MentionSentimentLabel): LabeledText {
  const text = phrase.replace(/\b[ABC]\b(?! tool)/g, (name) => `${name}xyl`)
  const names = [...text.matchAll(/[ABC]xyl/g)].map(({ 0: name, index }) => ({ name, start: index }))
  return {
    text,
    names: names.map(({ start }, entity) => ({ entity, start, end: start + 4 })),
    labels: names.map(({ name }) => of(name.charAt(0))),
  }
}

/**
 * Returns phrases made from the lexicon. Each opinion word is used as praise or criticism in several phrases, and
 * negated in others.
 */
export function phrases(): LabeledText[] {
  const opinions = [...LEXICON].filter(([word, { valence, negates }]) => {
    return valence !== 0 && !negates && /^[a-z-]+$/.test(word)
  })
  const texts: LabeledText[] = []
  opinions.forEach(([word, { valence }], index) => {
    const label: MentionSentimentLabel = valence > 0 ? 'positive' : 'negative'
    const alike = opinions.filter((opinion) => opinion[1].valence > 0 === valence > 0)
    const foes = opinions.filter((opinion) => opinion[1].valence > 0 !== valence > 0)
    const another = alike[(index * 7 + 3) % alike.length]?.[0] ?? word
    const foe = foes[(index * 5 + 1) % foes.length]?.[0] ?? word
    const write = (phrase: string) => phrase.replace('«word»', word).replace('«other»', another)
    const turn = (all: readonly string[], offset: number) => all[(index + offset) % all.length] ?? ''
    for (let offset = 0; offset < 3; offset += 1)
      texts.push(labeled(write(turn(SAME, offset * 4)), () => label))
    texts.push(labeled(write(turn(INVERTED, 0)), () => OPPOSITE[label]))
    if (valence < 0) texts.push(labeled(write(turn(INVERTED_NEGATIVE, 0)), () => 'positive'))
    else texts.push(labeled(write(NOT_ONLY[0] ?? ''), () => 'positive'))
    texts.push(
      labeled(`A is ${word}, but B is ${foe}.`, (name) => (name === 'A' ? label : OPPOSITE[label])),
      labeled(`While A is ${word}, B is ${foe}.`, (name) => (name === 'A' ? label : OPPOSITE[label])),
      labeled(NEUTRAL[index % NEUTRAL.length] ?? '', () => 'neutral'),
    )
  })
  return texts
}
