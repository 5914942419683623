import type { Brand } from './documents.ts'

/** What the form of a brand starts with: the settings, and the proposals for what is not set yet. */
export interface ProposedBrand {
  name: string
  description: string
  aliases: string[]
  domains: string[]
  competitors: { name: string; url: string | null }[]
  prompts: string[]
}

/** Combines the settings of a project with the proposals of its setup. Existing prompts replace proposed ones. */
export function proposedBrand(brand: Brand): ProposedBrand {
  const payloads = (brand.proposals?.nodes ?? []).map(({ payload }) => payload)
  const of = <Type extends (typeof payloads)[number]['__typename']>(type: Type) =>
    payloads.filter(
      (payload): payload is Extract<(typeof payloads)[number], { __typename: Type }> =>
        payload.__typename === type,
    )
  const prompts = brand.prompts?.nodes.map(({ text }) => text) ?? []
  const competitors = brand.competitors?.nodes.map(({ name, url }) => ({ name, url })) ?? []
  return {
    name: of('ProposedBrandName')[0]?.name ?? brand.analysisBrandName,
    description: brand.description ?? of('ProposedDescription')[0]?.text ?? '',
    aliases: [...brand.aliases, ...of('ProposedAlias').map(({ name }) => name)],
    domains: [...brand.domains, ...of('ProposedDomain').map(({ domain }) => domain)],
    competitors: [...competitors, ...of('ProposedCompetitor').map(({ name, url }) => ({ name, url }))],
    prompts: prompts.length > 0 ? prompts : of('ProposedPrompt').map(({ text }) => text),
  }
}

/** Returns the distinct lines of a text without empty ones. */
export function linesOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
}

/** Returns the prompts to create and to delete, so that the project has exactly these texts; null if it has. */
export function promptChanges(
  { prompts }: Brand,
  texts: readonly string[],
): { create: { text: string }[]; deletePromptIds: string[] } | null {
  const existing = prompts?.nodes ?? []
  const create = texts.filter((text) => !existing.some((prompt) => prompt.text === text))
  const removed = existing.filter(({ text }) => !texts.includes(text))
  if (create.length === 0 && removed.length === 0) return null
  return {
    create: create.map((text) => ({ text })),
    deletePromptIds: removed.map(({ databaseId }) => databaseId),
  }
}
