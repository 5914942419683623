import { SIMULATED_CATALOGUE, type SimulatedBrand, type SimulatedCategory } from './catalogue.ts'

/** The market of a brand of the catalogue, by the address of its site; null for every other address. */
export function simulatedMarket(
  address: string | null,
): { brand: SimulatedBrand; category: SimulatedCategory; rivals: SimulatedBrand[] } | null {
  if (address === null || !URL.canParse(address)) return null
  const host = new URL(address).hostname.replace(/^www\./, '')
  for (const category of SIMULATED_CATALOGUE) {
    const brand = category.brands.find(({ domain }) => domain === host)
    if (brand) return { brand, category, rivals: category.brands.filter((other) => other !== brand) }
  }
  return null
}
