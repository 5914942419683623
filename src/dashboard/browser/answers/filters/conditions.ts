import type { AnswersSearch } from '../../pages/answers/search.ts'
import type { Choice } from '../../parts/select.tsx'
import { ANSWER_KINDS } from '../words.ts'
import { ABOUT_ENTITY } from './result-filter.ts'

/** What can be asked of an answer about a brand; the value names the search parameter and what it is set to. */
export const CONDITIONS: readonly Choice[] = [
  { value: 'named=yes', label: 'named' },
  { value: 'named=no', label: 'not named' },
  { value: 'recommended=yes', label: 'recommended' },
  { value: 'recommended=no', label: 'not recommended' },
  { value: 'sentiment=positive', label: 'praised' },
  { value: 'sentiment=mixed', label: 'praised and criticised alike' },
  { value: 'sentiment=neutral', label: 'spoken of neutrally' },
  { value: 'sentiment=negative', label: 'criticised' },
  { value: 'absence=notNamed', label: 'absent: not named' },
  { value: 'absence=denied', label: 'absent: denied' },
  { value: 'absence=refused', label: 'absent: answer refused' },
  { value: 'absence=notShown', label: 'absent: no answer shown' },
  { value: 'absence=failed', label: 'absent: question failed' },
]

/** The kinds of answers that can be chosen. */
export const KINDS = [
  { value: 'recommendation', label: ANSWER_KINDS.RECOMMENDATION },
  { value: 'comparison', label: ANSWER_KINDS.COMPARISON },
  { value: 'howto', label: ANSWER_KINDS.HOWTO },
  { value: 'fact', label: ANSWER_KINDS.FACT },
  { value: 'other', label: ANSWER_KINDS.OTHER },
] as const

/** The conditions that a search holds, as values of {@link CONDITIONS}. */
export function conditionsIn(search: AnswersSearch): string[] {
  return ABOUT_ENTITY.flatMap((name) => (search[name] === undefined ? [] : [`${name}=${search[name]}`]))
}

/** What a condition is called. */
export function labelOfCondition(value: string): string {
  return CONDITIONS.find((condition) => condition.value === value)?.label ?? value
}

/** The search with this condition instead of all those it holds; without any for undefined. */
export function withCondition(value: string | undefined): AnswersSearch {
  const [name, chosen] = value?.split('=') ?? []
  return Object.fromEntries(ABOUT_ENTITY.map((one) => [one, one === name ? chosen : undefined]))
}
