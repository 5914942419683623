import { Section } from '../../components/page-header.tsx'
import { count, day } from '../../formatting/format.ts'
import type { ProviderProgress } from '../../progress/provider-table.tsx'

/** The prompts and providers of a run. */
export interface Asked {
  prompts: readonly string[]
  providers: readonly ProviderProgress[]
}

/** Differences between the prompts, providers and models of two runs. They may explain changes in the answers. */
export function RunChanges({ now, before, since }: { now: Asked; before: Asked; since: string | null }) {
  const changes = [
    ...promptChanges(now.prompts, before.prompts),
    ...providerChanges(now.providers, before.providers),
  ]
  return (
    <Section title={`Since the run of ${day(since)}`}>
      {changes.length === 0 ? (
        <p>No changes: the same prompts, providers and models.</p>
      ) : (
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Prompts are listed in a sentence up to this number; otherwise they are only counted. */
const MAX_LISTED_PROMPTS = 3

/** Describes which prompts were added and removed between two runs. */
export function promptChanges(now: readonly string[], before: readonly string[]): string[] {
  const added = now.filter((prompt) => !before.includes(prompt))
  const removed = before.filter((prompt) => !now.includes(prompt))
  return [
    ...(added.length > 0 ? [`${count(added.length, 'new prompt')}${namesOf(added)}.`] : []),
    ...(removed.length > 0 ? [`${count(removed.length, 'removed prompt')}${namesOf(removed)}.`] : []),
  ]
}

function namesOf(prompts: readonly string[]): string {
  return prompts.length > MAX_LISTED_PROMPTS ? '' : `: ${prompts.map((prompt) => `“${prompt}”`).join(', ')}`
}

/** Describes changes in providers, models and numbers of questions between two runs. */
export function providerChanges(
  now: readonly ProviderProgress[],
  before: readonly ProviderProgress[],
): string[] {
  const earlier = new Map(before.map((row) => [row.provider.token, row]))
  const current = new Set(now.map(({ provider }) => provider.token))
  return [
    ...now.flatMap(({ provider: { token, label }, models, total }) => {
      const row = earlier.get(token)
      if (!row) return [`${label} is new in this run.`]
      const changes: string[] = []
      if (models.length > 0 && row.models.length > 0 && models.join() !== row.models.join()) {
        changes.push(`${label} answered with ${models.join(', ')} (previously ${row.models.join(', ')}).`)
      }
      if (total !== row.total)
        changes.push(`${label} was asked ${total} questions (previously ${row.total}).`)
      return changes
    }),
    ...before
      .filter(({ provider }) => !current.has(provider.token))
      .map(({ provider }) => `${provider.label} was not asked in this run.`),
  ]
}
