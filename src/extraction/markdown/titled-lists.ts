import type { Line, ListBlock, ListItem } from './document.ts'

// Titles under which an answer writes about choosing, and not about one of the things to choose from.
const LONGEST_GENERIC_TITLE = 80
const GENERIC =
  /^[^\p{L}\p{N}]*(?:overview|introduction|background|summary|in short|conclusion|verdict|final|bottom line|how|what|why|when|which|who|where|key|main|important|comparison|compar|tips?|faqs?|frequently|other|more|also|quick|my|our|recommend|recommendations?|sources|references|next|note|notes|things|factors|criteria|features|pros|cons|budget|price|pricing|top|best|honou?rable|alternatives?|hvad|hvilke[nt]?|hvordan|hvorfor|hvor|sådan|konklusion|opsummering|kort|andre|tips|bemærk|vigtigt?|anbefaling|welche[rs]?|was|wie|warum|fazit|tipps?|andere|empfehlung|kurzantwort)(?![\p{L}\p{N}])/iu

/**
 * True for a title that is not the name of one of the things to choose from: a question, "How to choose", "Conclusion", "Other
 * options". It either ends in a question mark or begins with a known English, Danish or German word.
 */
export function isGenericTitle(text: string, start: number, end: number): boolean {
  const title = text.slice(start, Math.min(end, start + LONGEST_GENERIC_TITLE))
  return title.trimEnd().replace(/\*+$/, '').endsWith('?') || GENERIC.test(title)
}

/** An item whose title is given; a generic title takes no place in a ranking. */
function titledItem(text: string, title: { start: number; end: number }, end: number): ListItem {
  const item = { start: title.start, end, title }
  return isGenericTitle(text, title.start, title.end) ? { ...item, unranked: true } : item
}

/** Sibling headings that may still be continued. */
interface OpenHeadings {
  block: ListBlock
  level: number
  ordinal: number | null
}

function isNextHeading(open: OpenHeadings, line: Line): boolean {
  return line.ordinal === null
    ? open.ordinal === null
    : open.ordinal !== null && line.ordinal === open.ordinal + 1
}

/**
 * Lists of sibling headings, where an item is the whole section: headings with consecutive numbers are of kind `headings`, others of
 * kind `sections`, in which generic titles ("How to choose") are unranked.
 */
export function readHeadingLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let open: OpenHeadings[] = []
  lines.forEach((line, index) => {
    if (line.kind === 'blank') return
    if (line.kind === 'heading') open = open.filter(({ level }) => level <= line.level)
    for (const { block, level } of open) {
      const item = block.items[block.items.length - 1]
      if (item && (line.kind !== 'heading' || line.level > level)) item.end = line.end
    }
    if (line.kind !== 'heading') return
    let siblings = open.find(({ level }) => level === line.level)
    if (!siblings || !isNextHeading(siblings, line)) {
      open = open.filter(({ level }) => level < line.level)
      const kind = line.ordinal === null ? 'sections' : 'headings'
      siblings = { block: { kind, items: [], line: index }, level: line.level, ordinal: null }
      open.push(siblings)
      lists.push(siblings.block)
    }
    siblings.ordinal = line.ordinal
    const title = { start: line.content, end: line.end }
    siblings.block.items.push(line.ordinal === null ? titledItem(text, title, line.end) : { ...title, title })
  })
  return lists.filter((list) => list.items.length > 1)
}

/** Lists of paragraphs that each begin with strong emphasis, with nothing between them but their own text and bullets. */
export function readBoldLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let current: ListBlock | null = null
  lines.forEach((line, index) => {
    const item = current?.items[current.items.length - 1]
    if (line.kind === 'text' && line.bold) {
      if (!current) {
        current = { kind: 'bold', items: [], line: index }
        lists.push(current)
      }
      current.items.push(titledItem(text, { start: line.content, end: line.end }, line.end))
    } else if (line.kind === 'text' || (line.kind === 'item' && line.ordinal === null)) {
      if (item) item.end = line.end
    } else if (line.kind !== 'blank' && line.kind !== 'divider') current = null
  })
  return lists.filter((list) => list.items.length > 1)
}

const FEWEST_PARAGRAPHS = 3
const LONGEST_TITLE = 60
const SHORTEST_BODY = 40
const NO_TITLE_ENDS = '.!…:;,。！：'

interface Paragraph {
  first: Line
  second: Line | null
  last: Line
  /** Index of its first line. */
  index: number
  /** Blank lines before it, two at most. */
  gap: number
}

/** True for a short line with sentences below it. */
function hasTitle(text: string, { first, second }: Paragraph): boolean {
  if (!second || second.end - second.content < SHORTEST_BODY) return false
  if (first.bold || second.bold || first.end - first.content > LONGEST_TITLE) return false
  const title = text.slice(first.content, first.end).trimEnd()
  return !NO_TITLE_ENDS.includes(title.charAt(title.length - 1)) && !/^\p{Ll}+\s/u.test(title)
}

/**
 * Lists of three or more consecutive paragraphs that each consist of a short line and sentences below it: entries whose titles have
 * lost their heading markers.
 */
export function readTitledLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let run: Paragraph[] = []
  let paragraph: Paragraph | null = null
  let blanks = 0
  const closeRun = () => {
    const [first] = run
    if (first && run.length >= FEWEST_PARAGRAPHS) {
      const items = run.map(({ first: { content: start, end }, last }) =>
        titledItem(text, { start, end }, last.end),
      )
      lists.push({ kind: 'plain', items, line: first.index })
    }
    run = []
  }
  const closeParagraph = () => {
    if (!paragraph) return
    if (!hasTitle(text, paragraph)) closeRun()
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
