import type { Choice } from '../../components/select.tsx'
import type { AnswersSearch } from '../../routing/answer-search.ts'
import { ANSWER_KINDS } from '../model/words.ts'
import { ABOUT_ENTITY } from './result-filter.ts'

/** The conditions an answer can be filtered by for a brand. A value holds the search parameter and what to set it to. */
export const CONDITIONS: readonly Choice[] = [
  { value: 'named=yes', label: 'mentioned' },
  { value: 'named=no', label: 'not mentioned' },
  { value: 'recommended=yes', label: 'recommended' },
  { value: 'recommended=no', label: 'not recommended' },
  { value: 'sentiment=positive', label: 'praised' },
  { value: 'sentiment=mixed', label: 'praised and criticized' },
  { value: 'sentiment=neutral', label: 'mentioned neutrally' },
  { value: 'sentiment=negative', label: 'criticized' },
  { value: 'absence=notNamed', label: 'absent: not mentioned' },
  { value: 'absence=denied', label: 'absent: brand unknown' },
  { value: 'absence=refused', label: 'absent: answer refused' },
  { value: 'absence=notShown', label: 'absent: no answer shown' },
  { value: 'absence=failed', label: 'absent: question failed' },
]

export const KINDS = [
  { value: 'recommendation', label: ANSWER_KINDS.RECOMMENDATION },
  { value: 'comparison', label: ANSWER_KINDS.COMPARISON },
  { value: 'howto', label: ANSWER_KINDS.HOWTO },
  { value: 'fact', label: ANSWER_KINDS.FACT },
  { value: 'other', label: ANSWER_KINDS.OTHER },
] as const

/** Returns the conditions set in a search, as values of {@link CONDITIONS}. */
export function conditionsIn(search: AnswersSearch): string[] {
  return ABOUT_ENTITY.flatMap((name) => (search[name] === undefined ? [] : [`${name}=${search[name]}`]))
}

/** Returns the label of a condition. */
export function labelOfCondition(value: string): string {
  return CONDITIONS.find((condition) => condition.value === value)?.label ?? value
}

/** Returns the parameters that replace all conditions of a search with this one, or remove them for undefined. */
export function withCondition(value: string | undefined): AnswersSearch {
  const [name, chosen] = value?.split('=') ?? []
  return Object.fromEntries(
    ABOUT_ENTITY.map((parameter) => [parameter, parameter === name ? chosen : undefined]),
  )
}
