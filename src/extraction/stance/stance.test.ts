import { describe, expect, it } from 'vitest'
import { extract } from '../extract.ts'
import { MAX_EVIDENCE_LENGTH } from '../text/shorten.ts'

const names = ['Acme', 'Brio', 'Corvo', 'Everly']

function read(text: string) {
  const { entities } = extract({ text, entities: names.map((name) => ({ name })) })
  return entities.map(({ recommendation: { strength, rank, listSize } }) =>
    rank === null ? strength : `${strength} ${rank}/${listSize}`,
  )
}

function ranks(text: string) {
  const { entities } = extract({ text, entities: names.map((name) => ({ name })) })
  return entities.map(({ recommendation }) => recommendation.rank)
}

function labels(text: string) {
  return extract({ text, entities: names.map((name) => ({ name })) }).entities.map(
    ({ sentiment }) => sentiment.label,
  )
}

describe('strength of a recommendation', () => {
  it.each([
    ['My top pick is Acme.', 'primary'],
    ['Acme is the best choice overall.', 'primary'],
    ['I recommend Acme.', 'strong'],
    ['Acme is one of the best options.', 'strong'],
    ['I would avoid Acme.', 'discouraged'],
    ["I don't recommend Acme.", 'discouraged'],
    ['Is Acme the best choice?', 'mentioned_only'],
    ['Acme was founded in 1998.', 'mentioned_only'],
  ])('follows from a sentence: %s', (text, strength) => {
    expect(read(text)[0]).toBe(strength)
  })

  it('is null for an absent or denied entity', () => {
    expect(read('Nothing here.')).toEqual([null, null, null, null])
    expect(read("I'm not aware of Acme.")[0]).toBeNull()
  })

  it('is null like the sentiment in an unsupported language', () => {
    const text =
      'Paras vaihtoehto on myös Zintra, ja se on halpa. Se ei ole kuitenkaan nopea, mutta sekä hyvä että varma.'
    const found = extract({ text, entities: [{ name: 'Zintra' }] })
    expect(found.language).toEqual({ code: 'fi', read: false })
    expect(found.entities[0]).toMatchObject({
      mentioned: true,
      sentiment: { label: null, score: null },
      recommendation: { strength: null, rank: null },
    })
  })
})

it('every label of a mentioned entity has a probability of being right, and the kind of the answer too', () => {
  const text =
    'Here are the best tools:\n\n1. **Acme** – fast and reliable\n2. **Brio** – cheap\n3. **Corvo** – safe'
  const { entities, kindProbability } = extract({ text, entities: names.map((name) => ({ name })) })
  const [acme, , , absent] = entities
  for (const probability of [
    acme?.sentiment.probability,
    acme?.recommendation.probability,
    acme?.recommendation.rankProbability,
    kindProbability,
  ]) {
    expect(probability).toBeGreaterThan(0)
    expect(probability).toBeLessThan(1)
  }
  expect(absent).toMatchObject({
    sentiment: { probability: null },
    recommendation: { probability: null, rankProbability: null },
  })
})

describe('rank of an entity', () => {
  it('is its number in a list, also with prose and bullets between the numbers', () => {
    const text =
      'Here are the best tools:\n\n1. **Acme** – fast\n   - Pros: cheap\n\n2. **Brio** – for teams.\n\n3. [Corvo](https://corvo.com) – safe'
    expect(read(text)).toEqual(['strong 1/3', 'strong 2/3', 'strong 3/3', null])
  })

  it('is the position of the item that mentions it as an example', () => {
    const text =
      'Here are the best ways to save money on food:\n\n- **Compare the prices.** Big packs are often cheaper, but only when you use them up.\n- **Buy what shops make themselves.** Goods of Acme and Brio are often a lot cheaper.\n- **Freeze the rest.** It keeps for months.'
    expect(ranks(text)).toEqual([2, 2, null, null])
  })

  it('is the position of its row in a collapsed table', () => {
    const text =
      'Here are the best ones:\nToolWhy it is a strong pickThings to checkAcme WriteStarts within a second, with an excellent editor for large filesCosts more than most of the othersBrio TwoGreat value, and has all that a small team needs to beginSupport is slow at weekendsCorvo XTVery easy to use, with good help for beginnersHas few settings for those who want more'
    expect(ranks(text).slice(1)).toEqual([2, 3, null])
  })

  it('is its position among numbered headings', () => {
    const text = '### 1. Acme\nIt is fast.\n### 2. Brio\nIt is cheap.\n### 3. Corvo\nIt is safe.'
    expect(read(text).slice(0, 3)).toEqual(['strong 1/3', 'strong 2/3', 'strong 3/3'])
  })

  it('is its position in a list that lost its bullets', () => {
    const text =
      'Acme – quick and easy to use\nBrio – cheap, with a free plan\nCorvo – safe\nEverly – old, but good'
    expect(read(text).map((stance) => stance?.split(' ')[1])).toEqual(['1/4', '2/4', '3/4', '4/4'])
  })

  it("is the product's rank for its maker", () => {
    const { entities } = extract({
      text: 'The best phones:\n\n1. Acme One Pro – great camera\n2. Brio Two – long battery life\n3. Corvo Mini – cheap',
      entities: [{ name: 'Brio' }, { name: 'Brio Two' }],
    })
    expect(entities.map(({ recommendation }) => recommendation.rank)).toEqual([2, 2])
  })
})

describe('sentiment of an answer', () => {
  it.each([
    ['Acme is excellent: fast, reliable and easy to use.', 'positive'],
    ['Acme is slow, unreliable and expensive.', 'negative'],
    ['Acme is a company that was founded in 1998.', 'neutral'],
  ])('follows from a sentence: %s', (text, label) => {
    expect(labels(text)[0]).toBe(label)
  })

  it('is never positive for a discouraged entity or negative for the first choice', () => {
    const texts = [
      'Acme is fast and reliable, but I would avoid Acme.',
      'Acme is slow and buggy, but it is my top pick.',
    ]
    for (const text of texts) {
      const [entity] = extract({ text, entities: [{ name: 'Acme' }] }).entities
      const pair = [entity?.sentiment.label, entity?.recommendation.strength]
      expect(pair).not.toEqual(['positive', 'discouraged'])
      expect(pair).not.toEqual(['negative', 'primary'])
    }
  })
})

describe('evidence', () => {
  it('is the decisive sentence', () => {
    const text = 'There are many. Acme was founded in 1998. I recommend Acme. Others exist.'
    const evidence = extract({ text, entities: [{ name: 'Acme' }] }).entities[0]?.recommendation.evidence
    expect(evidence && text.slice(evidence.start, evidence.end)).toBe('I recommend Acme.')
  })

  it('is short for a long sentence and contains the name', () => {
    const words = 'and it has a long list of features that nobody needs '.repeat(20)
    const text = `${words}, which is why I recommend Acme ${words}.`
    const { entities, mentions } = extract({ text, entities: [{ name: 'Acme' }] })
    for (const span of [entities[0]?.recommendation.evidence, mentions[0]?.evidence]) {
      const evidence = span ? text.slice(span.start, span.end) : ''
      expect(evidence).toContain('Acme')
      expect(evidence.length).toBeLessThanOrEqual(MAX_EVIDENCE_LENGTH)
    }
  })
})
