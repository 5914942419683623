import { ordinal } from '../../figures/format.ts'
import { type Answer, brandOf } from '../reading/answer.ts'
import { NO_ANSWER, SENTIMENTS, STRENGTHS } from '../words.ts'

/** Something that two answers to the same question say otherwise. */
export interface Change {
  what: string
  text: string
}

/** What differs between an answer and the one before it: the names, the brand's place and sentiment, the sources, the model. */
export function changesBetween(before: Answer, after: Answer): Change[] {
  const [old, now] = [namesIn(before), namesIn(after)]
  const [oldSources, nowSources] = [sitesIn(before), sitesIn(after)]
  const found: [string, string | null][] = [
    ['Answered', became(statusOf(before), statusOf(after))],
    ['Newly named', listOf(now, old)],
    ['No longer named', listOf(old, now)],
    [`${brandOf(after)} ranked`, became(placeOf(before), placeOf(after))],
    [`${brandOf(after)} is`, became(saidOf(before), saidOf(after))],
    ['Recommended', became(strengthOf(before), strengthOf(after))],
    ['Newly cited', listOf(nowSources, oldSources)],
    ['No longer cited', listOf(oldSources, nowSources)],
    ['Model', became(modelOf(before), modelOf(after))],
    ['Rules', became(`version ${before.extractionVersion}`, `version ${after.extractionVersion}`)],
  ]
  return found.flatMap(([what, text]) => (text === null ? [] : [{ what, text }]))
}

function became(before: string, after: string): string | null {
  return before === after ? null : `${before} → ${after}`
}

function listOf(names: readonly string[], others: readonly string[]): string | null {
  const found = names.filter((name) => !others.includes(name))
  return found.length === 0 ? null : found.join(', ')
}

function namesIn(answer: Answer): string[] {
  const { brand, competitors } = answer
  const named = (competitors ?? []).filter(({ mentioned }) => mentioned).map(({ name }) => name)
  return brand?.mentioned ? [brandOf(answer), ...named] : named
}

function sitesIn({ citations }: Answer): string[] {
  return [...new Set((citations ?? []).filter(({ kind }) => kind === 'CITED').map(({ domain }) => domain))]
}

function statusOf({ status }: Answer): string {
  return status === 'OK' ? 'yes' : NO_ANSWER[status]
}

function placeOf({ recommendation }: Answer): string {
  const { rank, listSize } = recommendation ?? {}
  if (!rank) return 'in no list'
  return listSize ? `${ordinal(rank)} of ${listSize}` : ordinal(rank)
}

function saidOf({ sentiment, brand }: Answer): string {
  if (!brand?.mentioned) return brand?.denied ? 'denied' : 'not named'
  return sentiment?.label ? SENTIMENTS[sentiment.label] : sentiment?.reason ? 'opinion not read' : 'named'
}

function strengthOf({ recommendation, sentiment }: Answer): string {
  if (recommendation?.strength) return STRENGTHS[recommendation.strength]
  return sentiment?.reason ? 'not read' : 'no'
}

function modelOf({ model }: Answer): string {
  return model.reported ?? model.requested ?? 'not said'
}
