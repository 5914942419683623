import {
  SIMULATED_CATALOGUE,
  type SimulatedBrand,
  type SimulatedCategory,
} from '../../providers/simulation/catalogue.ts'

/** An invented brand in its invented market. */
export interface Market {
  brand: SimulatedBrand
  category: SimulatedCategory
  rivals: SimulatedBrand[]
}

/** The market of a simulated brand, by its address; null for every real one. Nothing is there to be fetched. */
export function marketOf(address: string | null): Market | null {
  if (address === null || !URL.canParse(address)) return null
  const host = new URL(address).hostname.replace(/^www\./, '')
  for (const category of SIMULATED_CATALOGUE) {
    const brand = category.brands.find(({ domain }) => domain === host)
    if (brand) return { brand, category, rivals: category.brands.filter((other) => other !== brand) }
  }
  return null
}
