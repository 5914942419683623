import { isObject } from '../foundation/parse.ts'
import { plainText } from './plain-text.ts'

/** Facts from the JSON-LD of a page (https://schema.org), cleaned by {@link plainText}. */
export interface JsonLdFacts {
  /** Names of the organization behind the page, then of the website, then of its product. */
  names: string[]
  /** Alternate and legal names of the same things. */
  otherNames: string[]
  description: string | null
  category: string | null
  /** Organizations and products that the page mentions or calls similar. */
  mentioned: string[]
}

const MAXIMUM_NODES = 500
/** Rank of names by the type of their node. A lower rank is more reliable. */
const RANKS: [RegExp, number][] = [
  [/^(.*Organization|Corporation|.*Business|OnlineStore|Brand)$/, 0],
  [/^WebSite$/, 1],
  [/^(Product|.*Application|Service|WebPage)$/, 2],
]
/**
 * Properties that may lead to the owner of the page. Other properties, such as `author` and `review`, lead to third
 * parties.
 */
const OWNER_PROPERTIES = [
  '@graph',
  'publisher',
  'provider',
  'brand',
  'manufacturer',
  'mainEntity',
  'isPartOf',
]
const RELATED_PROPERTIES = ['mentions', 'isSimilarTo']

/** Parses JSON-LD scripts. Scripts that are not JSON or do not follow schema.org are ignored. */
export function parseJsonLd(scripts: readonly string[]): JsonLdFacts {
  const queue = scripts.map(parseJson)
  const names: [number, string][] = []
  const facts: JsonLdFacts = {
    names: [],
    otherNames: [],
    description: null,
    category: null,
    mentioned: [],
  }
  for (let count = 0; queue.length > 0 && count < MAXIMUM_NODES; count += 1) {
    const node = queue.shift()
    if (Array.isArray(node)) queue.push(...node.slice(0, MAXIMUM_NODES))
    if (!isObject(node)) continue
    for (const key of OWNER_PROPERTIES) if (node[key]) queue.push(node[key])
    const rank = rankOf(node)
    if (rank === null) continue
    for (const name of textsOf(node.name)) names.push([rank, name])
    facts.otherNames.push(...textsOf(node.alternateName), ...textsOf(node.legalName))
    facts.description ??= textsOf(node.description, 500)[0] ?? null
    facts.category ??= textsOf(node.category)[0] ?? null
    facts.mentioned.push(...RELATED_PROPERTIES.flatMap((key) => namesOf(node[key])))
  }
  facts.names = names.toSorted(([a], [b]) => a - b).map(([, name]) => name)
  return facts
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function rankOf(node: Record<string, unknown>): number | null {
  const types = [node['@type']].flat().filter((type) => typeof type === 'string')
  const ranks = RANKS.filter(([pattern]) => types.some((type) => pattern.test(type))).map(([, rank]) => rank)
  return ranks[0] ?? null
}

/** Returns the names of mentioned organizations, sites and products, but not of people and places. */
function namesOf(value: unknown): string[] {
  const things = [value].flat().slice(0, 50)
  return things.flatMap((thing) => (isObject(thing) && rankOf(thing) !== null ? textsOf(thing.name) : []))
}

function textsOf(value: unknown, maxLength = 100): string[] {
  const texts = [value].flat().filter((text) => typeof text === 'string')
  return texts
    .slice(0, 10)
    .map((text) => plainText(text, maxLength))
    .filter(Boolean)
}
