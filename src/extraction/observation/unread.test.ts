import { describe, expect, it } from 'vitest'
import { extract } from '../extract.ts'

const entities = [{ name: 'Taskfern', domains: ['taskfern.com'] }, { name: 'Boardly' }]
const text = `Parhaat vaihtoehdot ovat:

1. Taskfern on hyvä ja nopea, mutta myös kallis.
2. Boardly on myös hyvä, jos se ei ole liian excellent tai best. [Taskfern](https://taskfern.com/fi)`

describe('an answer in an unsupported language', () => {
  const found = extract({ text, entities })

  it('has a language but no kind', () => {
    expect(found).toMatchObject({ language: { code: 'fi', read: false }, kind: null, comparisons: [] })
    expect(extract({ text: 'Taskfern는 최고입니다. 추천합니다.', entities }).language).toEqual({
      code: 'ko',
      read: false,
    })
  })

  it('has a reason instead of sentiment and recommendation', () => {
    for (const { sentiment, score } of found.mentions) expect([sentiment, score]).toEqual([null, null])
    for (const { sentiment, recommendation } of found.entities) {
      expect(sentiment).toEqual({
        label: null,
        score: null,
        probability: null,
        reason: 'language_not_read',
        positive: 0,
        neutral: 0,
        negative: 0,
      })
      const unread = { recommended: null, strength: null, probability: null, reason: 'language_not_read' }
      expect(recommendation).toMatchObject(unread)
    }
  })

  it('still has names, positions, ranks and citations', () => {
    expect(
      found.entities.map(({ mentionCount, position, recommendation }) => [
        mentionCount,
        position,
        recommendation.rank,
      ]),
    ).toEqual([
      [2, 1, 1],
      [1, 2, 2],
    ])
    expect(found.citations).toMatchObject([{ url: 'https://taskfern.com/fi', owner: 0 }])
  })
})

it('an answer in an unknown language is treated as English', () => {
  const { language, entities: observed } = extract({ text: 'Taskfern', entities })
  expect(language).toEqual({ code: null, read: true })
  expect(observed[0]?.sentiment).toMatchObject({ label: 'neutral', reason: null })
})
