import type { Span } from '../foundation/observation.ts'
import { entitiesNamed, type FoundName } from '../names/mentions.ts'
import type { AnswerDocument } from '../stance/answer-document.ts'
import type { Passage } from '../stance/passages.ts'
import { isSubject, sectionsAround } from '../stance/sections.ts'
import { firstEndingAfter } from '../text/spans.ts'

/** Characters and words between two names that have the same opinions: "Acme, Boardly and Cardwall". */
const JOINS =
  /^[\s*_,/&+()"“”]*(?:and|or|und|oder|og|eller|en|of|et|ou|y|o|e|och|och|vs\.?)?[\s*_,/&+()"“”]*$/iu
/** After these words a name is only compared with: "cheaper than Acme". */
const COMPARED =
  /(?:\bthan|\bcompared to|\bcompared with|\bunlike|\bversus|\bvs\.?|\bals|\bend|\bän|\bdan|\bque|\bdi|\bdo que|\bfrom|\bwith|\bby|\bto|\bvia|\bon)\s+(?:the |a |an )?[*_]*$/iu
/** Length of the text before a name in which a comparison is looked for, in UTF-16 code units. */
const COMPARED_REACH = 24

/** Finds which names the parts of an answer are about. */
export class Subjects {
  readonly #answer: AnswerDocument
  readonly #names: readonly FoundName[]

  constructor(answer: AnswerDocument, names: readonly FoundName[]) {
    this.#answer = answer
    this.#names = names
  }

  /**
   * Returns the entities that an opinion at an offset is about, tracked or not. The first rule that applies decides: the
   * names before it in the same segment, the last name before it in the sentence, the title of the smallest surrounding
   * item or heading with a name, the first name of an earlier sentence on the same line, or a name after it.
   */
  of(passageIndex: number, passage: Passage, segment: Span, offset: number): number[] {
    const nearest = this.#nearestBefore(passage.start, offset)
    if (nearest >= 0 && (this.#names[nearest]?.start ?? 0) >= segment.start)
      return this.#joinedBefore(nearest, passage.start)
    const titled = this.#sectionSubjects(offset)
    if (titled.length > 0) return titled
    if (nearest >= 0) return this.#joinedBefore(nearest, passage.start)
    const [after] = this.#namesBetween(offset, segment.end)
    if (after && !this.#isCompared(after)) return this.#joinedAfter(after, segment.end)
    return this.#topicOf(passageIndex, passage)
  }

  #namesBetween(start: number, end: number): FoundName[] {
    const found: FoundName[] = []
    for (let at = firstEndingAfter(this.#names, start); ; at += 1) {
      const name = this.#names[at]
      if (!name || name.start >= end || found.length >= MAX_NAMES) return found
      found.push(name)
    }
  }

  /** Returns the index of the last name between two offsets that is not only compared with, or −1. */
  #nearestBefore(start: number, offset: number): number {
    const last = firstEndingAfter(this.#names, offset) - 1
    for (let at = last; at >= 0 && last - at < MAX_COMPARED; at -= 1) {
      const name = this.#names[at]
      if (!name || name.start < start) return -1
      if (!this.#isCompared(name)) return at
    }
    return -1
  }

  #isCompared({ start }: FoundName): boolean {
    return COMPARED.test(this.#answer.text.slice(Math.max(0, start - COMPARED_REACH), start))
  }

  #isJoined(a: FoundName, b: FoundName): boolean {
    return b.start - a.end <= COMPARED_REACH && JOINS.test(this.#answer.text.slice(a.end, b.start))
  }

  /** Returns the entities of a name and of the names before it in the same enumeration. */
  #joinedBefore(last: number, start: number): number[] {
    let first = last
    for (; last - first < MAX_SUBJECTS; first -= 1) {
      const [a, b] = [this.#names[first - 1], this.#names[first]]
      if (!a || !b || a.start < start || !this.#isJoined(a, b)) break
    }
    return this.#names.slice(first, last + 1).flatMap(entitiesNamed)
  }

  #joinedAfter(first: FoundName, end: number): number[] {
    const names = this.#namesBetween(first.start, end)
    const last = names.findIndex((name, index) => {
      const next = names[index + 1]
      return !next || !this.#isJoined(name, next)
    })
    return names.slice(0, last + 1).flatMap(entitiesNamed)
  }

  #sectionSubjects(offset: number): number[] {
    const { sections, text } = this.#answer
    for (const section of sectionsAround(sections, offset)) {
      const { title, list } = section
      if (list.kind === 'paragraphs') continue
      const subjects = this.#namesBetween(title.start, title.end).filter((name) =>
        isSubject(text, section, name.start),
      )
      if (subjects.length > 0) return subjects.slice(0, MAX_SUBJECTS).flatMap(entitiesNamed)
    }
    return []
  }

  #topicOf(passageIndex: number, { line }: Passage): number[] {
    const { passages } = this.#answer
    for (let at = passageIndex - 1; at >= Math.max(0, passageIndex - TOPIC_REACH); at -= 1) {
      const earlier = passages[at]
      if (earlier?.line !== line) return []
      const [first] = this.#namesBetween(earlier.start, earlier.end).filter((name) => !this.#isCompared(name))
      if (first) return this.#joinedAfter(first, earlier.end)
    }
    return []
  }
}

/** Limits that keep the time linear in the text. */
const MAX_NAMES = 8
const MAX_SUBJECTS = 8
const MAX_COMPARED = 8
const TOPIC_REACH = 6
