import type { Span } from '../foundation/observation.ts'
import { entitiesNamed, type FoundName } from '../names/mentions.ts'
import type { NameOpinions } from '../opinions/name-opinions.ts'
import type { Statement } from '../opinions/statements.ts'

/** The mentions of an entity in ascending order, and what sentences say about it. */
export interface EntityMentions {
  spans: Span[]
  /** Score of each mention from the sentiment models, −1…1; empty if they were not used. */
  scores: number[]
  /** Number of comparisons that it wins and loses. */
  better: number
  worse: number
  /** Explicit statements in sentences. */
  stated: Statement['strength'][]
}

function noMentions(): EntityMentions {
  return { spans: [], scores: [], better: 0, worse: 0, stated: [] }
}

/**
 * Collects the mentions of the first `count` entities that are not denied. What is said about a product also applies to
 * the brands in its name, such as "Sony" in "Sony WH-1000XM5".
 */
export function mentionsOfTracked(
  names: readonly FoundName[],
  { comparisons, denied, scores, statements }: NameOpinions,
  count: number,
): EntityMentions[] {
  const mentions = Array.from({ length: count }, noMentions)
  const mentionsOf = (index: number) => {
    const name = names[index]
    return name && !denied.has(index) ? entitiesNamed(name).flatMap((entity) => mentions[entity] ?? []) : []
  }
  names.forEach((name, index) => {
    if (denied.has(index)) return
    for (const { entity, start, end } of [name, ...(name.parts ?? [])]) {
      mentions[entity]?.spans.push({ start, end })
      mentions[entity]?.scores.push(scores[index] ?? 0)
    }
  })
  for (const { name, strength } of statements)
    for (const { stated } of mentionsOf(name)) stated.push(strength)
  for (const { better, worse } of comparisons) {
    for (const entity of better.flatMap(mentionsOf)) entity.better += 1
    for (const entity of worse.flatMap(mentionsOf)) entity.worse += 1
  }
  return mentions
}

/** Collects the mentions of `count` untracked entities. Sentences about them are not analyzed. */
export function mentionsOfUntracked(names: readonly FoundName[], count: number): EntityMentions[] {
  const mentions = Array.from({ length: count }, noMentions)
  for (const name of names)
    for (const { entity, start, end } of [name, ...(name.parts ?? [])])
      mentions[entity]?.spans.push({ start, end })
  return mentions
}
