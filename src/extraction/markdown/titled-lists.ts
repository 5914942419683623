import type { Line, ListBlock, ListItem } from './document.ts'
import { isGenericTitle } from './titles.ts'

const FEWEST = 3
const LONGEST_TITLE = 60
const SHORTEST_BODY = 40
const ENDS = '.!…:;,。！：'

interface Paragraph {
  first: Line
  second: Line | null
  last: Line
  /** Index of its first line. */
  index: number
  /** Blank lines before it, two at most. */
  gap: number
}

function isTitled(text: string, { first, second }: Paragraph): boolean {
  if (!second || second.end - second.content < SHORTEST_BODY) return false
  if (first.bold || second.bold || first.end - first.content > LONGEST_TITLE) return false
  const title = text.slice(first.content, first.end).trimEnd()
  return !ENDS.includes(title.charAt(title.length - 1)) && !/^\p{Ll}+\s/u.test(title)
}

/** Three or more paragraphs in a row of a short line and sentences below it: entries whose titles have lost their marks. */
export function readTitledLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let run: Paragraph[] = []
  let paragraph: Paragraph | null = null
  let blanks = 0
  const closeRun = () => {
    const [first] = run
    if (first && run.length >= FEWEST) {
      const items = run.map(({ first: { content: start, end }, last }): ListItem => {
        const item = { start, end: last.end, head: { start, end } }
        return isGenericTitle(text, start, end) ? { ...item, aside: true } : item
      })
      lists.push({ kind: 'plain', items, line: first.index })
    }
    run = []
  }
  const closeParagraph = () => {
    if (!paragraph) return
    if (!isTitled(text, paragraph)) closeRun()
    else {
      if (run.length > 1 && run[1]?.gap !== paragraph.gap) closeRun()
      run.push(paragraph)
    }
    paragraph = null
  }
  lines.forEach((line, index) => {
    if (line.kind === 'blank') {
      closeParagraph()
      blanks += 1
      return
    }
    if (line.kind !== 'text') {
      closeParagraph()
      closeRun()
    } else if (paragraph) {
      paragraph.second ??= line
      paragraph.last = line
    } else paragraph = { first: line, second: null, last: line, index, gap: Math.min(blanks, 2) }
    blanks = 0
  })
  closeParagraph()
  closeRun()
  return lists
}
