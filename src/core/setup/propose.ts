import { getDomain, getDomainWithoutSuffix } from 'tldts'
import { canonicalKey } from '../text.ts'
import { comparedBrands } from './comparisons.ts'
import type { Market } from './market.ts'
import { brandNameOf, distinctNames, otherNamesOf, withoutLegalForm } from './names.ts'
import type { Page } from './page.ts'
import { starterPrompts, withArticle } from './prompts.ts'
import { type Proposal, proposalSchema } from './proposal.ts'
import { topicOf } from './topic.ts'

/** A project as far as proposals go: what it has already is not proposed. */
export interface ProposedTo {
  analysisBrandName: string
  url: string | null
  aliases: readonly string[]
  domains: readonly string[]
  competitors: readonly string[]
}

/** With private suffixes, so that a shop of many owners (`shop.example-host.com`) is not taken for one site. */
const SITE = { allowPrivateDomains: true }

/**
 * What may be proposed for a project: from its name alone, and from its site's first page or its simulated market where
 * there is one. Deterministic; each proposal is valid by its schema.
 */
export function propose(
  project: ProposedTo,
  { page, market }: { page: Page | null; market: Market | null },
): Proposal[] {
  const name = project.analysisBrandName
  const siteLabel = page ? getDomainWithoutSuffix(page.url, SITE) : null
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
  // A page may say what no name can be.
  return proposals.filter((proposal) => proposalSchema.safeParse(proposal).success)
}

function rivalsOf(page: Page | null, market: Market | null, own: readonly string[]) {
  if (market) return market.rivals.map(({ name, domain }) => ({ name, url: `https://${domain}` }))
  return page ? comparedBrands(page, own).map((name) => ({ name, url: null })) : []
}

/** The name the project has, when another is proposed for it, and those the page gives. */
function aliasesOf(page: Page | null, own: readonly string[], brand: string, name: string): string[] {
  const current = canonicalKey(brand) === canonicalKey(name) ? [] : [name]
  return [...current, ...(page ? otherNamesOf(page, own) : [])]
}

/** Where the site really lives: behind its redirects, and where its canonical link points. */
function domainsOf(page: Page | null, { url, domains }: ProposedTo): string[] {
  const known = new Set([...domains, getDomain(url ?? '', SITE)])
  const found = [page?.url, page?.canonical].map((address) => getDomain(address ?? '', SITE))
  return [...new Set(found)].filter((domain) => domain !== null && !known.has(domain)) as string[]
}

function describe({ brand, category: { singular, audiences } }: Market): string {
  return `${brand.name} is ${withArticle(singular)} for ${audiences.slice(0, 2).join(' and ')}.`
}
