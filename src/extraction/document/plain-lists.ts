import type { Line, ListBlock, ListItem } from './document.ts'
import { isGenericTitle } from './generic-titles.ts'
import { listItem } from './list-builder.ts'
import { readRunInHeading, type Separator } from './run-in-heading.ts'

/**
 * Form of a line without a list marker: the separator of its run-in heading, a few words (`phrase`), a sentence, a
 * continuation of the previous line, or a repeated part of an earlier line (`repeat`).
 */
type Form = Separator | 'phrase' | 'sentence' | 'continuation' | 'repeat'

interface PlainLine {
  line: Line
  index: number
  form: Form
  /** End of the run-in heading, or of the line if it has none. */
  titleEnd: number
  /** Number of following lines that repeat a part of it. */
  repeats: number
  /** Offset up to which the line has been searched for repeats. */
  searched: number
}

const MAX_PHRASE_LENGTH = 90
const MIN_ITEMS = 3
const MIN_SENTENCES = 5
// The median sentence of a list is usually shorter; the median paragraph is usually longer.
const MAX_MEDIAN_SENTENCE_LENGTH = 200
const MAX_ITEM_LENGTH = 900
const MAX_LAST_SENTENCE_LENGTH = 120
const SENTENCE_ENDS = '.!?…。！？'
/** A shorter line may repeat words of the previous line by chance. */
const MIN_REPEAT_LENGTH = 12
/** Replies to a yes/no question that can precede a dash or colon. */
const REPLIES: ReadonlySet<string> = new Set('yes no ja nein nej nee jo oui non si sí sì sim não'.split(' '))
const LEADING_SYMBOL = /^(?:\p{Extended_Pictographic}|[✓✔✗✘→➜➤►▶▸–—·○■□])\ufe0f?[ \u00a0]/u

function isContinuation(text: string, from: number): boolean {
  if ('.,;:)]…'.includes(text.charAt(from))) return true
  if (!/\p{Ll}/u.test(text.charAt(from))) return false
  // Some names start with a lower-case letter ("iPhone"), but have a capital, digit or dot later on.
  const word = /^[^\s]{1,30}/u.exec(text.slice(from, from + 30))?.[0] ?? ''
  return !/[\p{Lu}\p{N}.]./u.test(word)
}

function classifyLine(text: string, line: Line, index: number): PlainLine {
  const { content, end } = line
  const heading = readRunInHeading(text, content, end)
  const withForm = (form: Form): PlainLine => ({
    line,
    index,
    form,
    titleEnd: heading?.end ?? end,
    repeats: 0,
    searched: content,
  })
  if (heading) return withForm(heading.separator)
  if (LEADING_SYMBOL.test(text.slice(content, content + 4))) return withForm('symbol')
  if (isContinuation(text, content)) return withForm('continuation')
  const phrase = end - content <= MAX_PHRASE_LENGTH && !SENTENCE_ENDS.includes(text.charAt(end - 1))
  return withForm(phrase ? 'phrase' : 'sentence')
}

function hasHeading(form: Form): form is Separator {
  return form === 'dash' || form === 'colon' || form === 'symbol'
}

function count(run: readonly PlainLine[], test: (form: Form) => boolean): number {
  return run.filter(({ form }) => test(form)).length
}

function isList(all: readonly PlainLine[]): boolean {
  const run = all.filter(({ form }) => form !== 'repeat')
  const continuations = count(run, (form) => form === 'continuation')
  const items = run.length - continuations
  const members = count(run, (form) => hasHeading(form) || form === 'phrase')
  if (members >= MIN_ITEMS && members * 2 >= items) return continuations * 3 <= items
  if (items < MIN_SENTENCES || continuations > 0) return false
  const lengths = run.map(({ line }) => line.end - line.content).sort((a, b) => a - b)
  return (lengths[lengths.length >> 1] ?? MAX_ITEM_LENGTH) <= MAX_MEDIAN_SENTENCE_LENGTH
}

/** Returns the form of the ranked items: the most frequent run-in heading separator, or phrases. */
function itemForm(run: readonly PlainLine[]): Form {
  let best: Form = 'phrase'
  let most = MIN_ITEMS - 1
  for (const separator of ['dash', 'colon', 'symbol'] as const) {
    const lines = count(run, (form) => form === separator)
    if (lines > most) [best, most] = [separator, lines]
  }
  return best
}

/**
 * True for a line that counts as a ranked item: it has the most frequent form or, in a list of run-in headings, a
 * different or missing separator. A first line such as "Yes – …" and a line repeated in parts below introduce the list
 * and have no rank.
 */
function isRanked(
  text: string,
  { form, line, titleEnd, repeats }: PlainLine,
  ranked: Form,
  first: boolean,
): boolean {
  if (repeats > 1) return false
  if (first && hasHeading(form) && REPLIES.has(text.slice(line.content, titleEnd).toLowerCase())) return false
  if (form === ranked) return true
  if (!hasHeading(ranked)) return false
  return form === 'phrase' ? !first : hasHeading(form) && !isGenericTitle(text, line.content, titleEnd)
}

function listOf(text: string, run: readonly PlainLine[]): ListBlock[] {
  const [first] = run
  const second = run.find(({ form }, index) => index > 0 && form !== 'repeat')
  if (!first) return []
  // A phrase above lines of a different form is their heading.
  if (first.form === 'phrase' && second && second.form !== 'phrase') return listOf(text, run.slice(1))
  if (!isList(run)) return []
  const ranked = itemForm(run)
  const items: ListItem[] = []
  for (const plainLine of run) {
    const { line, form, titleEnd } = plainLine
    const last = items[items.length - 1]
    if (form === 'continuation' && last) last.end = line.end
    else {
      const item: ListItem = listItem(line.content, line.end, titleEnd)
      if (form === 'repeat' || !isRanked(text, plainLine, ranked, items.length === 0)) item.unranked = true
      if (form === 'repeat') item.repeats = true
      items.push(item)
    }
  }
  return [{ kind: 'plain', items, line: first.index }]
}

/**
 * Finds lists among paragraphs separated by one blank line: three or more consecutive run-in headings with the same
 * separator.
 */
function listsOfParagraphs(text: string, run: readonly PlainLine[]): ListBlock[] {
  const lists: ListBlock[] = []
  let from = 0
  for (let at = 1; at <= run.length; at += 1) {
    if (run[at]?.form === run[from]?.form) continue
    const withHeading = run.slice(from, at)
    if (withHeading[0] && hasHeading(withHeading[0].form) && withHeading.length >= MIN_ITEMS)
      lists.push(...listOf(text, withHeading))
    from = at
  }
  return lists
}

function isHeading(line: PlainLine, before: PlainLine | undefined, after: PlainLine | undefined): boolean {
  if (line.form !== 'phrase' || !before || !after) return false
  return before.form !== 'phrase' && hasHeading(after.form)
}

/** Splits a run at lines that introduce other lines or are too long for an item, such as a collapsed table. */
function listsOfRun(text: string, run: readonly PlainLine[], gap: number): ListBlock[] {
  if (gap === 1) return listsOfParagraphs(text, run)
  const lists: ListBlock[] = []
  let part: PlainLine[] = []
  const close = () => {
    const last = part[part.length - 1]
    if (gap > 1 && last?.form === 'sentence' && last.line.end - last.line.content > MAX_LAST_SENTENCE_LENGTH)
      part.pop()
    lists.push(...listOf(text, part))
    part = []
  }
  run.forEach((line, index) => {
    const introduces =
      ':：'.includes(text.charAt(line.line.end - 1)) ||
      (gap > 1 && isHeading(line, run[index - 1], run[index + 1]))
    if (introduces || line.line.end - line.line.content > MAX_ITEM_LENGTH) close()
    else part.push(line)
  })
  close()
  return lists
}

/** True for a line that repeats part of the line above, as copied web pages do. Such a line is not a separate item. */
function repeatsPart(text: string, above: PlainLine | undefined, line: Line): boolean {
  if (!above || line.end - line.content < MIN_REPEAT_LENGTH) return false
  const at = text.slice(above.searched, above.line.end).indexOf(text.slice(line.content, line.end))
  if (at < 0) return false
  above.searched += at + line.end - line.content
  above.repeats += 1
  return true
}

/**
 * Finds lists without list markers, for example in text copied from a web page. A list has three or more sibling lines,
 * with either no blank lines or at least two blank lines between them. Most of the lines are phrases or have a run-in
 * heading; otherwise there are at least five short sentences. Three paragraphs with the same kind of run-in heading are
 * also a list. Wrapped prose is not.
 */
export function findPlainLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let run: PlainLine[] = []
  let gap = -1
  let blanks = 0
  /** The last line that does not repeat part of another line. */
  let whole: PlainLine | undefined
  const close = (kept: PlainLine[]) => {
    for (const list of listsOfRun(text, run, gap)) lists.push(list)
    run = kept
    gap = -1
  }
  lines.forEach((line, index) => {
    if (line.kind === 'blank') {
      blanks += 1
      return
    }
    const here = Math.min(blanks, 2)
    blanks = 0
    if (line.kind !== 'text' || line.bold) {
      close([])
      return
    }
    const last = run[run.length - 1]
    if (last && Math.abs(last.line.indent - line.indent) > 1) close([])
    else if (last && gap >= 0 && here !== gap) {
      if (here < gap) run.pop()
      close(here < gap ? [last] : [])
    }
    if (run.length > 0) gap = here
    const plainLine = classifyLine(text, line, index)
    const repeats = run.length > 0 && repeatsPart(text, whole, line)
    if (!repeats) whole = plainLine
    run.push(repeats ? { ...plainLine, form: 'repeat', titleEnd: line.end } : plainLine)
  })
  close([])
  return lists
}
