import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { leavesOf, placesOfLeaf } from '../../src/dashboard/browser/answers/text/leaves.ts'
import { type Mark, piecesOf } from '../../src/dashboard/browser/answers/text/marks.ts'
import { parseAnswer } from '../../src/dashboard/browser/answers/text/parse.ts'
import { extract } from '../../src/extraction/extract.ts'

const FOLDER = '../shared/data/ai_answers_labelled'
const FILES = ['dev', 'critical-dev', 'languages-dev']

interface Labelled {
  id: string
  text: string
  entities: { name: string; aliases?: string[] }[]
}

/** The marks of the names that the server finds in an answer. */
function namesIn({ text, entities }: Labelled): Mark[] {
  return extract({ text, entities }).mentions.map(({ start, end, entity }, index) => {
    return { kind: 'name', id: `${index}`, entityId: `${entity}`, name: '', start, end }
  })
}

/** What is marked, by the mark. */
function markedIn(text: string, marks: readonly Mark[]): Map<Mark, string> {
  const found = new Map<Mark, string>()
  for (const leaf of leavesOf(parseAnswer(text)))
    for (const piece of piecesOf(leaf.value, placesOfLeaf(leaf, text), marks))
      for (const mark of piece.marks) found.set(mark, (found.get(mark) ?? '') + piece.text)
  return found
}

/** A stretch of an answer without its Markdown marks, by another way than the page's: letters and digits only. */
const letters = (text: string) => text.replace(/&#?\w+;|[^\p{L}\p{N}]/gu, '')

describe.skipIf(!existsSync(FOLDER))('the marks in real answers', () => {
  it.each(FILES)('of %s are as many as the server counts, and hold the very words that it found', (file) => {
    const answers = readFileSync(`${FOLDER}/${file}.jsonl`, 'utf8').trim().split('\n')
    const wrong = answers
      .map((line) => JSON.parse(line) as Labelled)
      .flatMap((answer) => {
        const names = namesIn(answer)
        const marked = markedIn(answer.text, names)
        return names
          .map((mark) => ({
            id: answer.id,
            found: answer.text.slice(mark.start, mark.end),
            shown: marked.get(mark) ?? '',
          }))
          .filter(({ found, shown }) => letters(found) !== letters(shown) || shown.trim() === '')
      })
    expect(wrong).toEqual([])
  })

  it.each(FILES)('of %s leave every letter of the answer where it is', (file) => {
    for (const line of readFileSync(`${FOLDER}/${file}.jsonl`, 'utf8').trim().split('\n')) {
      const { text } = JSON.parse(line) as Labelled
      for (const leaf of leavesOf(parseAnswer(text))) {
        const { starts, ends } = placesOfLeaf(leaf, text)
        const written = starts.map((start, index) => text.slice(start, ends[index])).join('')
        if (!/[&\\]/.test(written)) expect(written).toBe(leaf.value)
      }
    }
  })
})
