import { getDomain, getDomainWithoutSuffix } from 'tldts'
import { canonicalKey, distinctNames } from '../foundation/text.ts'
import { comparedBrands } from './comparisons.ts'
import type { Market } from './dependencies.ts'
import { brandNameOf, otherNamesOf, withoutLegalForm } from './names.ts'
import type { Page } from './page.ts'
import { type Proposal, proposalSchema } from './proposal.ts'
import { starterPrompts, topicOf, withArticle } from './starter-prompts.ts'

/** Current settings of a project, which are not proposed again. */
export interface ProjectSettings {
  analysisBrandName: string
  url: string | null
  aliases: readonly string[]
  domains: readonly string[]
  competitors: readonly string[]
}

/**
 * Options of tldts. Private suffixes (https://publicsuffix.org) count, so that sites of different owners on one host,
 * such as github.io, stay distinct.
 */
const DOMAIN_OPTIONS = { allowPrivateDomains: true }

/**
 * Returns the proposals for a project, based on its name and, if available, the home page of its site or its simulated
 * market. The result is deterministic, and each proposal is valid according to `proposalSchema`.
 */
export function propose(
  project: ProjectSettings,
  { page, market }: { page: Page | null; market: Market | null },
): Proposal[] {
  const name = project.analysisBrandName
  const siteLabel = page ? getDomainWithoutSuffix(page.url, DOMAIN_OPTIONS) : null
  const onSite = page ? brandNameOf(page, { name, siteLabel }) : null
  const brand = market?.brand.name ?? onSite ?? withoutLegalForm(name)
  const ownNames = [brand, name, ...project.aliases]
  const rivals = rivalsOf(page, market, ownNames)
  const topic = page ? topicOf(page, ownNames) : null
  const description = market ? describe(market) : (page?.description ?? page?.structured.description ?? null)
  const proposals: Proposal[] = [
    ...(canonicalKey(brand) === canonicalKey(name)
      ? []
      : [{ kind: 'brand_name', payload: { name: brand } } as const]),
    ...(description ? [{ kind: 'description', payload: { text: description } } as const] : []),
    ...domainsOf(page, project).map((domain) => ({ kind: 'domain', payload: { domain } }) as const),
    ...aliasesOf(page, ownNames, brand, name).map(
      (alias) => ({ kind: 'alias', payload: { name: alias } }) as const,
    ),
    ...rivals
      .filter((rival) => distinctNames([rival.name], project.competitors).length > 0)
      .map((payload) => ({ kind: 'competitor', payload }) as const),
    ...starterPrompts({ brand, topic, market, rivals: rivals.map((rival) => rival.name) }).map(
      (payload) => ({ kind: 'prompt', payload }) as const,
    ),
  ]
  // A page may contain texts that are too long or otherwise invalid.
  return proposals.filter((proposal) => proposalSchema.safeParse(proposal).success)
}

function rivalsOf(page: Page | null, market: Market | null, ownNames: readonly string[]) {
  if (market) return market.rivals.map(({ name, domain }) => ({ name, url: `https://${domain}` }))
  return page ? comparedBrands(page, ownNames).map((name) => ({ name, url: null })) : []
}

/**
 * Returns the aliases to propose: the project's current name if another one is proposed, and other names on the page.
 */
function aliasesOf(page: Page | null, ownNames: readonly string[], brand: string, name: string): string[] {
  const current = canonicalKey(brand) === canonicalKey(name) ? [] : [name]
  return [...current, ...(page ? otherNamesOf(page, ownNames) : [])]
}

/** Returns the domains of the site's redirect target and canonical link that the project does not have yet. */
function domainsOf(page: Page | null, { url, domains }: ProjectSettings): string[] {
  const existing = new Set([...domains, getDomain(url ?? '', DOMAIN_OPTIONS)])
  const candidates = [page?.url, page?.canonical].map((address) => getDomain(address ?? '', DOMAIN_OPTIONS))
  return [...new Set(candidates)].filter((domain) => domain !== null && !existing.has(domain)) as string[]
}

function describe({ brand, category: { singular, audiences } }: Market): string {
  return `${brand.name} is ${withArticle(singular)} for ${audiences.slice(0, 2).join(' and ')}.`
}
