import { count, day } from '../../figures/format.ts'
import { Section } from '../../parts/page-header.tsx'
import type { ProviderProgress } from '../../progress/provider-table.tsx'

/** What a run asked, and of whom. */
export interface Asked {
  prompts: readonly string[]
  providers: readonly ProviderProgress[]
}

/** What was asked differently than in the run before: where that changed, so may the answers. */
export function RunChanges({ now, before, since }: { now: Asked; before: Asked; since: string | null }) {
  const changes = [
    ...promptChanges(now.prompts, before.prompts),
    ...providerChanges(now.providers, before.providers),
  ]
  return (
    <Section title={`Since the run of ${day(since)}`}>
      {changes.length === 0 ? (
        <p>The same prompts were asked of the same providers, which answered with the same models.</p>
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

/** How many prompts are named in a sentence; of more only the number is said. */
const NAMED_PROMPTS = 3

/** Which prompts one run asked and the other did not, in sentences. */
export function promptChanges(now: readonly string[], before: readonly string[]): string[] {
  const added = now.filter((prompt) => !before.includes(prompt))
  const removed = before.filter((prompt) => !now.includes(prompt))
  return [
    ...(added.length > 0
      ? [`${count(added.length, 'prompt')} asked for the first time${namesOf(added)}.`]
      : []),
    ...(removed.length > 0
      ? [`${count(removed.length, 'prompt')} not asked any more${namesOf(removed)}.`]
      : []),
  ]
}

function namesOf(prompts: readonly string[]): string {
  return prompts.length > NAMED_PROMPTS ? '' : `: ${prompts.map((prompt) => `“${prompt}”`).join(', ')}`
}

/** The differences between two runs in providers, models and numbers of questions, in sentences. */
export function providerChanges(
  now: readonly ProviderProgress[],
  before: readonly ProviderProgress[],
): string[] {
  const earlier = new Map(before.map((row) => [row.provider.token, row]))
  const present = new Set(now.map(({ provider }) => provider.token))
  return [
    ...now.flatMap(({ provider: { token, label }, models, total }) => {
      const row = earlier.get(token)
      if (!row) return [`${label} was not asked before.`]
      const changes: string[] = []
      if (models.length > 0 && row.models.length > 0 && models.join() !== row.models.join()) {
        changes.push(`${label} answered with ${models.join(', ')}, before with ${row.models.join(', ')}.`)
      }
      if (total !== row.total) changes.push(`${label} was asked ${total} questions, before ${row.total}.`)
      return changes
    }),
    ...before
      .filter(({ provider }) => !present.has(provider.token))
      .map(({ provider }) => `${provider.label} was not asked any more.`),
  ]
}
