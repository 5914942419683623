import { ordinal } from '../../formatting/format.ts'
import { type Answer, brandOf } from '../model/answer.ts'
import { NO_ANSWER, SENTIMENTS, STRENGTHS } from '../model/words.ts'

/** A difference between two answers to the same question. */
export interface Change {
  what: string
  text: string
}

/**
 * Lists the differences between two answers: brands mentioned, the brand's rank and sentiment, cited sites, and the
 * model.
 */
export function changesBetween(before: Answer, after: Answer): Change[] {
  const [old, now] = [namesIn(before), namesIn(after)]
  const [oldSources, nowSources] = [sitesIn(before), sitesIn(after)]
  const changes: [string, string | null][] = [
    ['Answered', became(statusOf(before), statusOf(after))],
    ['Newly mentioned', listOf(now, old)],
    ['No longer mentioned', listOf(old, now)],
    [`${brandOf(after)} ranked`, became(placeOf(before), placeOf(after))],
    [`${brandOf(after)} is`, became(saidOf(before), saidOf(after))],
    ['Recommended', became(strengthOf(before), strengthOf(after))],
    ['Newly cited', listOf(nowSources, oldSources)],
    ['No longer cited', listOf(oldSources, nowSources)],
    ['Model', became(modelOf(before), modelOf(after))],
    ['Analysis rules', became(`version ${before.extractionVersion}`, `version ${after.extractionVersion}`)],
  ]
  return changes.flatMap(([what, text]) => (text === null ? [] : [{ what, text }]))
}

function became(before: string, after: string): string | null {
  return before === after ? null : `${before} → ${after}`
}

function listOf(names: readonly string[], others: readonly string[]): string | null {
  const missing = names.filter((name) => !others.includes(name))
  return missing.length === 0 ? null : missing.join(', ')
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

function placeOf({ brand }: Answer): string {
  const { rank, listSize } = brand?.recommendation ?? {}
  if (!rank) return 'not in a list'
  return listSize ? `${ordinal(rank)} of ${listSize}` : ordinal(rank)
}

function saidOf({ brand }: Answer): string {
  if (!brand?.mentioned) return brand?.denied ? 'unknown' : 'not mentioned'
  const { label, reason } = brand.sentiment
  return label ? SENTIMENTS[label] : reason ? 'sentiment not analyzed' : 'mentioned'
}

function strengthOf({ brand }: Answer): string {
  const strength = brand?.recommendation.strength
  if (strength) return STRENGTHS[strength]
  return brand?.sentiment.reason ? 'not analyzed' : 'no'
}

function modelOf({ model }: Answer): string {
  return model.reported ?? model.requested ?? 'unknown'
}
