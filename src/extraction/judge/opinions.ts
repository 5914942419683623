import type { MentionSentimentLabel, Span, Theme, ThemeObservation } from '../foundation/observation.ts'
import { OTHER_THEME } from './prompt.ts'

/** A judge's label for the words with an opinion. */
export interface OpinionLabel extends Span {
  theme: Theme | typeof OTHER_THEME
  label: MentionSentimentLabel
}

/** Themes with a judge's labels. */
interface JudgedThemes {
  themes: ThemeObservation[]
  /** Number of opinions that the judge labeled. */
  themesJudged: number
  /** Number of those with the same theme and label from the rules. */
  themesAgreed: number
}

/**
 * Replaces the themes and labels of opinions for which `labelOf` has a label. With the label `other`, a word of the answer
 * stays the theme (`other:haptics`); otherwise the opinion is removed, because it has no theme. There is still at most one
 * theme per entity, theme and label.
 */
export function applyOpinionLabels(
  themes: readonly ThemeObservation[],
  labelOf: (theme: ThemeObservation) => OpinionLabel | undefined,
): JudgedThemes {
  const kept = new Map<string, ThemeObservation>()
  const counts = { themesJudged: 0, themesAgreed: 0 }
  for (const original of themes) {
    const label = labelOf(original)
    const theme = label ? relabeled(original, label) : original
    if (label) counts.themesJudged += 1
    if (label && theme?.theme === original.theme && theme.label === original.label) counts.themesAgreed += 1
    if (!theme) continue
    const key = `${theme.entity} ${theme.theme} ${theme.label}`
    if (!kept.has(key)) kept.set(key, theme)
  }
  return { themes: [...kept.values()], ...counts }
}

function relabeled(original: ThemeObservation, { theme, label }: OpinionLabel): ThemeObservation | null {
  if (theme !== OTHER_THEME) return { ...original, theme, label }
  return original.theme.startsWith('other:') ? { ...original, label } : null
}
