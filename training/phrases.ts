import type { MentionSentimentLabel } from '../src/extraction/observation.ts'
import { LEXICON } from '../src/extraction/sentences/lexicon.ts'
import type { LabelledText } from './examples.ts'

// Phrases of AI assistants about products, to be filled with words of the opinion lexicon, because no labelled set has such texts.
// «word» is an opinion word, «other» another one of the same polarity, A, B and C are names. The sentiment is that of the word:
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
// It is the opposite:
const INVERTED = ['A is not «word».', "A isn't «word» and never «other».", 'A is never «word».']
// It is positive, as the word is negative:
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

function labelled(phrase: string, of: (name: string) => MentionSentimentLabel): LabelledText {
  const text = phrase.replace(/\b[ABC]\b(?! tool)/g, (name) => `${name}xyl`)
  const names = [...text.matchAll(/[ABC]xyl/g)].map(({ 0: name, index }) => ({ name, start: index }))
  return {
    text,
    names: names.map(({ start }, entity) => ({ entity, start, end: start + 4 })),
    labels: names.map(({ name }) => of(name.charAt(0))),
  }
}

/** Phrases made from the lexicon: each opinion word praises or blames in a few of them, and is turned by negation. */
export function phrases(): LabelledText[] {
  const opinions = [...LEXICON].filter(([word, { valence, negates }]) => {
    return valence !== 0 && !negates && /^[a-z-]+$/.test(word)
  })
  const texts: LabelledText[] = []
  opinions.forEach(([word, { valence }], index) => {
    const label: MentionSentimentLabel = valence > 0 ? 'positive' : 'negative'
    const alike = opinions.filter((opinion) => opinion[1].valence > 0 === valence > 0)
    const foes = opinions.filter((opinion) => opinion[1].valence > 0 !== valence > 0)
    const other = alike[(index * 7 + 3) % alike.length]?.[0] ?? word
    const foe = foes[(index * 5 + 1) % foes.length]?.[0] ?? word
    const write = (phrase: string) => phrase.replace('«word»', word).replace('«other»', other)
    const turn = (all: readonly string[], place: number) => all[(index + place) % all.length] ?? ''
    for (let place = 0; place < 3; place += 1) texts.push(labelled(write(turn(SAME, place * 4)), () => label))
    texts.push(labelled(write(turn(INVERTED, 0)), () => OPPOSITE[label]))
    if (valence < 0) texts.push(labelled(write(turn(INVERTED_NEGATIVE, 0)), () => 'positive'))
    else texts.push(labelled(write(NOT_ONLY[0] ?? ''), () => 'positive'))
    texts.push(
      labelled(`A is ${word}, but B is ${foe}.`, (name) => (name === 'A' ? label : OPPOSITE[label])),
      labelled(`While A is ${word}, B is ${foe}.`, (name) => (name === 'A' ? label : OPPOSITE[label])),
      labelled(NEUTRAL[index % NEUTRAL.length] ?? '', () => 'neutral'),
    )
  })
  return texts
}
