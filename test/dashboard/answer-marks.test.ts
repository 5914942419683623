import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { leavesOf, placesOfLeaf } from '../../src/dashboard/browser/answers/text/leaves.ts'
import { type Mark, piecesOf } from '../../src/dashboard/browser/answers/text/marks.ts'
import { parseAnswer } from '../../src/dashboard/browser/answers/text/parse.ts'
import { extract } from '../../src/extraction/extract.ts'

const FOLDER = '../shared/data/ai_answers_labelled'
const FILES = ['dev', 'critical-dev', 'languages-dev']

interface LabeledAnswer {
  id: string
  text: string
  entities: { name: string; aliases?: string[] }[]
}

/** Returns marks for the names that the server finds in an answer. */
function namesIn({ text, entities }: LabeledAnswer): Mark[] {
  return extract({ text, entities }).mentions.map(({ start, end, entity }, index) => {
    return { kind: 'name', id: `${index}`, entityId: `${entity}`, name: '', start, end }
  })
}

/** Returns the marked text of each mark. */
function markedIn(text: string, marks: readonly Mark[]): Map<Mark, string> {
  const texts = new Map<Mark, string>()
  for (const leaf of leavesOf(parseAnswer(text)))
    for (const piece of piecesOf(leaf.value, placesOfLeaf(leaf, text), marks))
      for (const mark of piece.marks) texts.set(mark, (texts.get(mark) ?? '') + piece.text)
  return texts
}

/** Removes Markdown from a passage in another way than the page does: keeps only letters and digits. */
const letters = (text: string) => text.replace(/&#?\w+;|[^\p{L}\p{N}]/gu, '')

describe.skipIf(!existsSync(FOLDER))('the marks in real answers', () => {
  it.each(FILES)('cover exactly the names found by the server in %s', (file) => {
    const answers = readFileSync(`${FOLDER}/${file}.jsonl`, 'utf8').trim().split('\n')
    const wrong = answers
      .map((line) => JSON.parse(line) as LabeledAnswer)
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

  it.each(FILES)('keep every letter of the answer in place in %s', (file) => {
    for (const line of readFileSync(`${FOLDER}/${file}.jsonl`, 'utf8').trim().split('\n')) {
      const { text } = JSON.parse(line) as LabeledAnswer
      for (const leaf of leavesOf(parseAnswer(text))) {
        const { starts, ends } = placesOfLeaf(leaf, text)
        const written = starts.map((start, index) => text.slice(start, ends[index])).join('')
        if (!/[&\\]/.test(written)) expect(written).toBe(leaf.value)
      }
    }
  })
})
