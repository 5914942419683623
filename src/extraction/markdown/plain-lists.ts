import type { Line, ListBlock, ListItem } from './document.ts'
import { readRunInHeading, type Separator } from './run-in-heading.ts'
import { isGenericTitle } from './titled-lists.ts'

/**
 * What a line without a list marker looks like: it has a run-in heading with this separator, is a few words long (`phrase`), a
 * sentence, the continuation of the line above, or a part of a line above once more (`repeat`).
 */
type Form = Separator | 'phrase' | 'sentence' | 'continuation' | 'repeat'

interface PlainLine {
  line: Line
  index: number
  form: Form
  /** Offset where its run-in heading ends, or the line. */
  titleEnd: number
  /** Lines below that repeat a part of it. */
  repeats: number
  /** Offset up to which it has been searched for them. */
  searched: number
}

const LONGEST_PHRASE = 90
const FEWEST_ITEMS = 3
const FEWEST_SENTENCES = 5
// List items that are sentences are usually shorter, paragraphs usually longer.
const LONGEST_MEDIAN_SENTENCE = 200
const LONGEST_ITEM = 900
const LONGEST_LAST_SENTENCE = 120
const SENTENCE_ENDS = '.!?…。！？'
/** A shorter line may repeat words of the one above by chance. */
const SHORTEST_REPEAT = 12
/** Answers to a question that a dash or colon may follow. */
const REPLIES: ReadonlySet<string> = new Set('yes no ja nein nej nee jo oui non si sí sì sim não'.split(' '))
const LEADING_SYMBOL = /^(?:\p{Extended_Pictographic}|[✓✔✗✘→➜➤►▶▸–—·○■□])\ufe0f?[ \u00a0]/u

function isContinuation(text: string, from: number): boolean {
  if ('.,;:)]…'.includes(text.charAt(from))) return true
  if (!/\p{Ll}/u.test(text.charAt(from))) return false
  // A name may begin with a lower-case letter, but then has a capital, digit or dot further on ("iPhone").
  const word = /^[^\s]{1,30}/u.exec(text.slice(from, from + 30))?.[0] ?? ''
  return !/[\p{Lu}\p{N}.]./u.test(word)
}

function readForm(text: string, line: Line, index: number): PlainLine {
  const { end } = line
  const heading = readRunInHeading(text, line.content, end)
  const withForm = (form: Form) => ({
    line,
    index,
    form,
    titleEnd: heading?.end ?? end,
    end,
    repeats: 0,
    searched: line.content,
  })
  if (LEADING_SYMBOL.test(text.slice(line.content, line.content + 4)))
    return withForm(heading?.separator ?? 'symbol')
  if (heading) return withForm(heading.separator)
  if (isContinuation(text, line.content)) return withForm('continuation')
  const phrase = end - line.content <= LONGEST_PHRASE && !SENTENCE_ENDS.includes(text.charAt(end - 1))
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
  if (members >= FEWEST_ITEMS && members * 2 >= items) return continuations * 3 <= items
  if (items < FEWEST_SENTENCES || continuations > 0) return false
  const lengths = run.map(({ line }) => line.end - line.content).sort((left, right) => left - right)
  return (lengths[lengths.length >> 1] ?? LONGEST_ITEM) <= LONGEST_MEDIAN_SENTENCE
}

/** The form of the ranked items: the most frequent separator of run-in headings, or phrases. */
function itemForm(run: readonly PlainLine[]): Form {
  let best: Form = 'phrase'
  let most = FEWEST_ITEMS - 1
  for (const separator of ['dash', 'colon', 'symbol'] as const) {
    const lines = count(run, (form) => form === separator)
    if (lines > most) [best, most] = [separator, lines]
  }
  return best
}

/**
 * True for a line of the form of the ranked items, or among those with a run-in heading for one with another separator, or whose
 * separator was lost. A first line "Yes – …" and a line whose parts are repeated as the items below it introduce them.
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
  // A phrase above lines of another form is their heading.
  if (first.form === 'phrase' && second && second.form !== 'phrase') return listOf(text, run.slice(1))
  if (!isList(run)) return []
  const ranked = itemForm(run)
  const items: ListItem[] = []
  for (const one of run) {
    const { line, form, titleEnd } = one
    const last = items[items.length - 1]
    if (form === 'continuation' && last) last.end = line.end
    else {
      const item = { start: line.content, end: line.end, title: { start: line.content, end: titleEnd } }
      if (form === 'repeat') items.push({ ...item, unranked: true, repeats: true })
      else items.push(isRanked(text, one, ranked, items.length === 0) ? item : { ...item, unranked: true })
    }
  }
  return [{ kind: 'plain', items, line: first.index }]
}

/** The lists among paragraphs separated by one blank line: three or more in a row that have run-in headings of one form. */
function listsOfParagraphs(text: string, run: readonly PlainLine[]): ListBlock[] {
  const lists: ListBlock[] = []
  let from = 0
  for (let at = 1; at <= run.length; at += 1) {
    if (run[at]?.form === run[from]?.form) continue
    const withHeading = run.slice(from, at)
    if (withHeading[0] && hasHeading(withHeading[0].form) && withHeading.length >= FEWEST_ITEMS)
      lists.push(...listOf(text, withHeading))
    from = at
  }
  return lists
}

function isHeading(line: PlainLine, before: PlainLine | undefined, after: PlainLine | undefined): boolean {
  if (line.form !== 'phrase' || !before || !after) return false
  return before.form !== 'phrase' && hasHeading(after.form)
}

/** Splits a run at lines that introduce what follows, or that are too long for an item, such as a collapsed table. */
function listsOfRun(text: string, run: readonly PlainLine[], gap: number): ListBlock[] {
  if (gap === 1) return listsOfParagraphs(text, run)
  const lists: ListBlock[] = []
  let part: PlainLine[] = []
  const close = () => {
    const last = part[part.length - 1]
    if (gap > 1 && last?.form === 'sentence' && last.line.end - last.line.content > LONGEST_LAST_SENTENCE)
      part.pop()
    lists.push(...listOf(text, part))
    part = []
  }
  run.forEach((line, index) => {
    const introduces =
      ':：'.includes(text.charAt(line.line.end - 1)) ||
      (gap > 1 && isHeading(line, run[index - 1], run[index + 1]))
    if (introduces || line.line.end - line.line.content > LONGEST_ITEM) close()
    else part.push(line)
  })
  close()
  return lists
}

/** True for a line that repeats a part of the one above it, as copied pages have it; it is then no further one. */
function repeatsPart(text: string, above: PlainLine | undefined, line: Line): boolean {
  if (!above || line.end - line.content < SHORTEST_REPEAT) return false
  const at = text.slice(above.searched, above.line.end).indexOf(text.slice(line.content, line.end))
  if (at < 0) return false
  above.searched += at + line.end - line.content
  above.repeats += 1
  return true
}

/**
 * Lists that have lost their list markers, as in text copied out of a web page: three or more sibling lines, with no blank lines
 * between any of them or with two or more between all, most of which have a run-in heading or are a phrase (or five sentences of
 * the length of items); or three paragraphs with run-in headings of one form. Wrapped prose is not a list.
 */
export function readPlainLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let run: PlainLine[] = []
  let gap = -1
  let blanks = 0
  /** The last line that repeats no part of another. */
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
    const read = readForm(text, line, index)
    const repeats = run.length > 0 && repeatsPart(text, whole, line)
    if (!repeats) whole = read
    run.push(repeats ? { ...read, form: 'repeat', titleEnd: line.end } : read)
  })
  close([])
  return lists
}
