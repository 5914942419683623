import { getDomain, getDomainWithoutSuffix } from 'tldts'
import type { SimulatedMarket } from '../context.ts'
import { canonicalKey, distinctNames } from '../text.ts'
import { comparedBrands } from './comparisons.ts'
import { brandNameOf, otherNamesOf, withoutLegalForm } from './names.ts'
import type { Page } from './page.ts'
import { type Proposal, proposalSchema } from './proposal.ts'
import { starterPrompts, topicOf, withArticle } from './starter-prompts.ts'

/** The current settings of a project, which are not proposed again. */
export interface ProjectSettings {
  analysisBrandName: string
  url: string | null
  aliases: readonly string[]
  domains: readonly string[]
  competitors: readonly string[]
}

/** Options of tldts: private suffixes (https://publicsuffix.org) count, so that sites of different owners below one host, such as github.io, stay distinct. */
const DOMAIN_OPTIONS = { allowPrivateDomains: true }

/**
 * The proposals for a project: from its name and, where there is one, from the first page of its site or its simulated
 * market. Deterministic; each proposal is valid by `proposalSchema`.
 */
export function propose(
  project: ProjectSettings,
  { page, market }: { page: Page | null; market: SimulatedMarket | null },
): Proposal[] {
  const name = project.analysisBrandName
  const siteLabel = page ? getDomainWithoutSuffix(page.url, DOMAIN_OPTIONS) : null
  const onSite = page ? brandNameOf(page, { name, siteLabel }) : null
  const brand = market?.brand.name ?? onSite ?? withoutLegalForm(name)
  const own = [brand, name, ...project.aliases]
  const rivals = rivalsOf(page, market, own)
  const topic = page ? topicOf(page, own) : null
  const description = market ? describe(market) : (page?.description ?? page?.structured.description ?? null)
  const proposals: Proposal[] = [
    ...(canonicalKey(brand) === canonicalKey(name)
      ? []
      : [{ kind: 'brand_name', payload: { name: brand } } as const]),
    ...(description ? [{ kind: 'description', payload: { text: description } } as const] : []),
    ...domainsOf(page, project).map((domain) => ({ kind: 'domain', payload: { domain } }) as const),
    ...aliasesOf(page, own, brand, name).map(
      (alias) => ({ kind: 'alias', payload: { name: alias } }) as const,
    ),
    ...rivals
      .filter((rival) => distinctNames([rival.name], project.competitors).length > 0)
      .map((payload) => ({ kind: 'competitor', payload }) as const),
    ...starterPrompts({ brand, topic, market, rivals: rivals.map((rival) => rival.name) }).map(
      (payload) => ({ kind: 'prompt', payload }) as const,
    ),
  ]
  // A page may hold texts that are too long or otherwise invalid.
  return proposals.filter((proposal) => proposalSchema.safeParse(proposal).success)
}

function rivalsOf(page: Page | null, market: SimulatedMarket | null, own: readonly string[]) {
  if (market) return market.rivals.map(({ name, domain }) => ({ name, url: `https://${domain}` }))
  return page ? comparedBrands(page, own).map((name) => ({ name, url: null })) : []
}

/** Aliases to propose: the project's current name when another is proposed, and the other names on the page. */
function aliasesOf(page: Page | null, own: readonly string[], brand: string, name: string): string[] {
  const current = canonicalKey(brand) === canonicalKey(name) ? [] : [name]
  return [...current, ...(page ? otherNamesOf(page, own) : [])]
}

/** The domains behind the site's redirects and in its canonical link that the project does not have. */
function domainsOf(page: Page | null, { url, domains }: ProjectSettings): string[] {
  const known = new Set([...domains, getDomain(url ?? '', DOMAIN_OPTIONS)])
  const found = [page?.url, page?.canonical].map((address) => getDomain(address ?? '', DOMAIN_OPTIONS))
  return [...new Set(found)].filter((domain) => domain !== null && !known.has(domain)) as string[]
}

function describe({ brand, category: { singular, audiences } }: SimulatedMarket): string {
  return `${brand.name} is ${withArticle(singular)} for ${audiences.slice(0, 2).join(' and ')}.`
}
