import type { Source } from './answer-builder.ts'
import type { SimulatedBrand, SimulatedCategory } from './catalogue.ts'
import { capitalize } from './english.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Publisher {
  host: string
  name: string
  /** Path on the host, without a leading slash. */
  path(category: SimulatedCategory, year: number): string
  headline(category: SimulatedCategory, year: number): string
}

const PUBLISHERS: readonly Publisher[] = [
  publisher(
    'reviewharbor.example',
    'Review Harbor',
    'best',
    (plural, year) => `The Best ${plural} of ${year}, Tested`,
  ),
  publisher('gearledger.example', 'Gear Ledger', 'guides', (plural) => `How We Test ${plural}`),
  publisher(
    'thedailybench.example',
    'The Daily Bench',
    'rankings',
    (plural, year) => `Top ${plural} in ${year}`,
  ),
  publisher('consumerlantern.example', 'Consumer Lantern', 'compare', (plural) => `${plural} Compared`),
  publisher('threadboard.example', 'Threadboard', 't', (plural) => `Which ${plural} do you actually use?`),
  publisher(
    'expertshelf.example',
    'Expert Shelf',
    'buying',
    (plural, year) => `${plural}: Buying Advice ${year}`,
  ),
  publisher('openverdict.example', 'Open Verdict', 'ratings', (plural) => `${plural} Rated by Owners`),
  publisher('weeklyfinds.example', 'Weekly Finds', 'picks', (plural) => `Our Favourite ${plural}`),
]

const BRAND_PAGES = [
  { path: '', title: 'Official site' },
  { path: 'pricing', title: 'Prices' },
  { path: 'features', title: 'What is included' },
  { path: 'reviews', title: 'Customer stories' },
]

/** Returns a page of the brand's site. */
export function brandPage(brand: SimulatedBrand, random: SeededRandom): Source {
  const page = random.pick(BRAND_PAGES)
  return { url: `https://${brand.domain}/${page.path}`, title: `${brand.name}: ${page.title}` }
}

/** Returns an article about the market on a site that belongs to no brand. */
export function article(category: SimulatedCategory, year: number, random: SeededRandom): Source {
  const by = random.pick(PUBLISHERS)
  return {
    url: `https://${by.host}/${by.path(category, year)}`,
    title: `${by.headline(category, year)} | ${by.name}`,
  }
}

function publisher(
  host: string,
  name: string,
  section: string,
  headline: (plural: string, year: number) => string,
): Publisher {
  return {
    host,
    name,
    path: (category, year) => `${section}/${category.slug}-${year}`,
    headline: (category, year) => headline(capitalize(category.plural), year),
  }
}
