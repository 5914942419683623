import { parseUrl } from '../../definitions/parse-url.ts'
import { SIMULATED_CATALOGUE, type SimulatedBrand, type SimulatedCategory } from './catalogue.ts'

/** Returns the market of a brand in the catalog by the URL of its site, or null. */
export function simulatedMarket(
  address: string | null,
): { brand: SimulatedBrand; category: SimulatedCategory; rivals: SimulatedBrand[] } | null {
  const url = parseUrl(address ?? '')
  if (!url) return null
  const host = url.hostname.replace(/^www\./, '')
  for (const category of SIMULATED_CATALOGUE) {
    const brand = category.brands.find(({ domain }) => domain === host)
    if (brand) return { brand, category, rivals: category.brands.filter((rival) => rival !== brand) }
  }
  return null
}
