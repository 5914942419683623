import { plainText } from './plain-text.ts'

/** What the JSON-LD of a page says (https://schema.org), cleaned. */
export interface StructuredFacts {
  /** Names of the organization behind the page, then of the website, then of its product. */
  names: string[]
  /** Other names of the same. */
  otherNames: string[]
  description: string | null
  category: string | null
  /** Organizations and products it mentions or calls similar. */
  mentioned: string[]
}

const MOST_NODES = 500
const RANKS: [RegExp, number][] = [
  [/^(.*Organization|Corporation|.*Business|OnlineStore|Brand)$/, 0],
  [/^WebSite$/, 1],
  [/^(Product|.*Application|Service|WebPage)$/, 2],
]
/** Where the owner of the page may stand; authors of reviews and the like are somebody else. */
const LEADS_ON = ['@graph', 'publisher', 'provider', 'brand', 'manufacturer', 'mainEntity', 'isPartOf']
const NAMES_OTHERS = ['mentions', 'isSimilarTo']

/** Reads JSON-LD scripts; one that is no JSON, or is not what schema.org describes, says nothing. */
export function readStructured(scripts: readonly string[]): StructuredFacts {
  const waiting = scripts.map(parseJson)
  const names: [number, string][] = []
  const facts: StructuredFacts = {
    names: [],
    otherNames: [],
    description: null,
    category: null,
    mentioned: [],
  }
  for (let read = 0; waiting.length > 0 && read < MOST_NODES; read += 1) {
    const node = waiting.shift()
    if (Array.isArray(node)) waiting.push(...node.slice(0, MOST_NODES))
    if (!isObject(node)) continue
    for (const key of LEADS_ON) if (node[key]) waiting.push(node[key])
    const rank = rankOf(node)
    if (rank === null) continue
    for (const name of textsOf(node.name)) names.push([rank, name])
    facts.otherNames.push(...textsOf(node.alternateName), ...textsOf(node.legalName))
    facts.description ??= textsOf(node.description, 500)[0] ?? null
    facts.category ??= textsOf(node.category)[0] ?? null
    facts.mentioned.push(...NAMES_OTHERS.flatMap((key) => namesOf(node[key])))
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

function isObject(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null && !Array.isArray(node)
}

function rankOf(node: Record<string, unknown>): number | null {
  const types = [node['@type']].flat().filter((type) => typeof type === 'string')
  const ranks = RANKS.filter(([pattern]) => types.some((type) => pattern.test(type))).map(([, rank]) => rank)
  return ranks[0] ?? null
}

/** Names of things that can compete: people and places are mentioned too. */
function namesOf(value: unknown): string[] {
  const things = [value].flat().slice(0, 50)
  return things.flatMap((thing) => (isObject(thing) && rankOf(thing) !== null ? textsOf(thing.name) : []))
}

function textsOf(value: unknown, longest = 100): string[] {
  const texts = [value].flat().filter((text) => typeof text === 'string')
  return texts
    .slice(0, 10)
    .map((text) => plainText(text, longest))
    .filter(Boolean)
}
