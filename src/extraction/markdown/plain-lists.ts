import type { Line, ListBlock, ListItem } from './document.ts'
import { type LeadMark, leadOf } from './lead.ts'

/** What a line without a list mark looks like: led by a name, a few words, a sentence, or the rest of the line above. */
type Form = LeadMark | 'label' | 'sentence' | 'rest'

interface PlainLine {
  line: Line
  index: number
  form: Form
  /** Offset where its lead ends. */
  head: number
}

const SHORT = 90
const FEWEST = 3
const FEWEST_SENTENCES = 5
// The usual sentence under a list mark is shorter, the usual paragraph longer.
const TYPICAL_SENTENCE = 200
const LONGEST = 900
const CLOSING = 120
const ENDS_SENTENCE = '.!?…。！？'
const SYMBOL = /^(?:\p{Extended_Pictographic}|[✓✔✗✘→➜➤►▶▸–—·○■□])\ufe0f?[ \u00a0]/u

function isRest(text: string, from: number): boolean {
  if ('.,;:)]…'.includes(text.charAt(from))) return true
  if (!/\p{Ll}/u.test(text.charAt(from))) return false
  // A name may begin with a small letter, but is then spelled like no ordinary word.
  const word = /^[^\s]{1,30}/u.exec(text.slice(from, from + 30))?.[0] ?? ''
  return !/[\p{Lu}\p{N}.]./u.test(word)
}

function readForm(text: string, line: Line, index: number): PlainLine {
  const { end } = line
  const lead = leadOf(text, line.content, end)
  const read = (form: Form) => ({ line, index, form, head: lead?.end ?? end })
  if (SYMBOL.test(text.slice(line.content, line.content + 4))) return read(lead?.mark ?? 'sign')
  if (lead) return read(lead.mark)
  if (isRest(text, line.content)) return read('rest')
  const label = end - line.content <= SHORT && !ENDS_SENTENCE.includes(text.charAt(end - 1))
  return read(label ? 'label' : 'sentence')
}

function isLed(form: Form): form is LeadMark {
  return form === 'dash' || form === 'colon' || form === 'sign'
}

function count(run: readonly PlainLine[], test: (form: Form) => boolean): number {
  return run.filter(({ form }) => test(form)).length
}

function isList(run: readonly PlainLine[]): boolean {
  const rests = count(run, (form) => form === 'rest')
  const items = run.length - rests
  const members = count(run, (form) => isLed(form) || form === 'label')
  if (members >= FEWEST && members * 2 >= items) return rests * 3 <= items
  if (items < FEWEST_SENTENCES || rests > 0) return false
  const lengths = run.map(({ line }) => line.end - line.content).sort((left, right) => left - right)
  return (lengths[lengths.length >> 1] ?? LONGEST) <= TYPICAL_SENTENCE
}

/** The form of the lines that the list is about: the commonest way of leading, or labels. */
function formOf(run: readonly PlainLine[]): Form {
  let best: Form = 'label'
  let most = FEWEST - 1
  for (const mark of ['dash', 'colon', 'sign'] as const) {
    const lines = count(run, (form) => form === mark)
    if (lines > most) [best, most] = [mark, lines]
  }
  return best
}

function listOf(run: readonly PlainLine[]): ListBlock[] {
  const [first, second] = run
  if (!first) return []
  // A few words above sentences are their heading.
  if (first.form === 'label' && second && second.form !== 'label') return listOf(run.slice(1))
  if (!isList(run)) return []
  const own = formOf(run)
  const items: ListItem[] = []
  for (const { line, form, head } of run) {
    const last = items[items.length - 1]
    if (form === 'rest' && last) last.end = line.end
    else {
      const item = { start: line.content, end: line.end, head: { start: line.content, end: head } }
      items.push(form === own ? item : { ...item, aside: true })
    }
  }
  return [{ kind: 'plain', items, line: first.index }]
}

/** Paragraphs between blank lines are a list only as far as each is led by a name. */
function listsOfParagraphs(run: readonly PlainLine[]): ListBlock[] {
  const lists: ListBlock[] = []
  let from = 0
  for (let at = 1; at <= run.length; at += 1) {
    if (run[at]?.form === run[from]?.form) continue
    const led = run.slice(from, at)
    if (led[0] && isLed(led[0].form) && led.length >= FEWEST) lists.push(...listOf(led))
    from = at
  }
  return lists
}

function isHeading(line: PlainLine, before: PlainLine | undefined, after: PlainLine | undefined): boolean {
  if (line.form !== 'label' || !before || !after) return false
  return before.form !== 'label' && isLed(after.form)
}

/** Splits at lines that introduce what follows, or that are no lines of a list at all, such as a table run together. */
function listsOfRun(text: string, run: readonly PlainLine[], gap: number): ListBlock[] {
  if (gap === 1) return listsOfParagraphs(run)
  const lists: ListBlock[] = []
  let part: PlainLine[] = []
  const close = () => {
    const last = part[part.length - 1]
    if (gap > 1 && last?.form === 'sentence' && last.line.end - last.line.content > CLOSING) part.pop()
    lists.push(...listOf(part))
    part = []
  }
  run.forEach((line, index) => {
    const introduces =
      ':：'.includes(text.charAt(line.line.end - 1)) ||
      (gap > 1 && isHeading(line, run[index - 1], run[index + 1]))
    if (introduces || line.line.end - line.line.content > LONGEST) close()
    else part.push(line)
  })
  close()
  return lists
}

/**
 * Lists that have lost their marks, as in text copied out of a page: three or more sibling lines parted by nothing, or
 * all by two blank lines or more, most of them led by a name or a few words long (or five sentences of the length of
 * items); or three paragraphs led by names in the same way. Prose that wraps or runs on is none.
 */
export function readPlainLists(text: string, lines: readonly Line[]): ListBlock[] {
  const lists: ListBlock[] = []
  let run: PlainLine[] = []
  let gap = -1
  let blanks = 0
  const close = (kept: PlainLine[]) => {
    lists.push(...listsOfRun(text, run, gap))
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
    run.push(readForm(text, line, index))
  })
  close([])
  return lists
}
