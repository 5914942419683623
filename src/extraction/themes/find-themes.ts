import type { MentionSentimentLabel, Span, ThemeKey, ThemeObservation } from '../foundation/observation.ts'
import type { Language } from '../languages/foundation/language.ts'
import type { FoundCue } from '../languages/scan-cues.ts'
import { entitiesNamed, type FoundName } from '../names/mentions.ts'
import type { AnswerDocument } from '../stance/answer-document.ts'
import type { Passage } from '../stance/passages.ts'
import { shorten } from '../text/shorten.ts'
import { firstEndingAfter } from '../text/spans.ts'
import { contextOf, labelOfOpinion, opinionNextTo } from './labels.ts'
import { otherThemesIn } from './other-themes.ts'
import { splitSegments } from './segments.ts'
import { Subjects } from './subjects.ts'
import { scanThemes, type ThemeKind } from './theme-cues.ts'

/** An answer whose names and structure have been found. */
interface ThemedAnswer {
  /** Result of `lowerCase`. */
  lower: string
  answer: AnswerDocument
  names: readonly FoundName[]
  /** Indices of names that occur only to say that they are unknown or not an option. */
  denied: ReadonlySet<number>
  /** The first entities are tracked. */
  trackedCount: number
  language: Language | null
}

/** A theme in a part of a sentence. The span is the word that shows it. */
interface LabelledTheme extends Span {
  theme: ThemeKey
  label: MentionSentimentLabel
}

/**
 * Finds what an answer says about the aspects of its tracked entities: known themes by the word lists of its language,
 * and other opinions by the word that they apply to. Questions and conditions do not count. Returns the first of each
 * entity, theme and label, in text order. The time is linear in the text.
 */
export function findThemes({
  lower,
  answer,
  names,
  denied,
  trackedCount,
  language,
}: ThemedAnswer): ThemeObservation[] {
  const isTracked = (name: FoundName) => entitiesNamed(name).some((entity) => entity < trackedCount)
  if (!language || !names.some(isTracked)) return []
  const subjects = new Subjects(
    answer,
    names.filter((_, index) => !denied.has(index)),
  )
  const cues = scanThemes(language, lower).filter(({ start, end }) => {
    const name = names[firstEndingAfter(names, start)]
    return !name || name.start >= end
  })
  const found = new Map<string, ThemeObservation>()
  answer.passages.forEach((passage, index) => {
    if (passage.question) return
    for (const { segment, themes } of themesIn(passage)) {
      for (const { theme, label, start, end } of themes) {
        const evidence = shorten(answer.text, passage, { start, end })
        for (const entity of subjects.of(index, passage, segment, start)) {
          const key = `${entity} ${theme} ${label}`
          if (entity < trackedCount && !found.has(key))
            found.set(key, { entity, theme, label, words: { start, end }, ...evidence })
        }
      }
    }
  })
  return [...found.values()].sort((a, b) => a.start - b.start || a.entity - b.entity)

  function themesIn(passage: Passage): { segment: Span; themes: LabelledTheme[] }[] {
    const first = firstEndingAfter(cues, passage.start)
    const hasThemes = (cues[first]?.start ?? passage.end) < passage.end
    if (!language || (!hasThemes && passage.from === passage.to)) return []
    const context = hasThemes ? contextOf(answer, passage) : null
    let at = first
    return splitSegments(answer, passage).map((segment) => {
      const own: FoundCue<ThemeKind>[] = []
      for (let cue = cues[at]; cue && cue.start < segment.end; at += 1, cue = cues[at]) own.push(cue)
      const themes = own.length > 0 ? knownThemes(answer, passage, segment, own, context) : []
      return {
        segment,
        themes: own.length > 0 ? themes : otherThemesIn(lower, answer, segment, language, names),
      }
    })
  }
}

/** A condition at the start of a sentence states a wish of the reader: "If you want a cheap plan, …". */
const CONDITION =
  /^[\s*_>"“•-]*(?:if|whether|when|for those|wenn|falls|hvis|når|om|als|si|se|cuando|quando|quand)\b[^,→:]*$/iu
/** Length of a condition, in UTF-16 code units. */
const CONDITION_REACH = 100
/** Maximum distance of an opinion that belongs to the aspect next to it: "slow support". */
const OPINION_REACH = 8

function isConditional(text: string, { start }: Span, cue: Span): boolean {
  return cue.start - start <= CONDITION_REACH && CONDITION.test(text.slice(start, cue.start))
}

/**
 * Labels the words about known themes in a segment. An opinion right next to the name of an aspect belongs only to this
 * aspect: "slow support" is about support, not about performance.
 */
function knownThemes(
  answer: AnswerDocument,
  passage: Passage,
  segment: Span,
  cues: readonly FoundCue<ThemeKind>[],
  context: MentionSentimentLabel | null,
): LabelledTheme[] {
  const taken = new Set<number>()
  const named = new Set<ThemeKey>()
  const themes: LabelledTheme[] = []
  for (const { kind, start, end } of cues) {
    if (kind.role !== 'topic' || isConditional(answer.text, passage, { start, end })) continue
    const opinion = opinionNextTo(answer, segment, { start, end })
    if (opinion && start - opinion.end <= OPINION_REACH && opinion.start - end <= OPINION_REACH)
      taken.add(opinion.start)
    named.add(kind.theme)
    themes.push({ theme: kind.theme, label: opinion?.label ?? context ?? 'neutral', start, end })
  }
  for (const cue of cues) {
    const { kind, start, end } = cue
    if (kind.role === 'topic' || isConditional(answer.text, passage, cue)) continue
    if (!taken.has(start) || named.has(kind.theme))
      themes.push({ theme: kind.theme, label: labelOfOpinion(answer, cue), start, end })
  }
  return themes
}
