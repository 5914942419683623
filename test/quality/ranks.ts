import { extract } from '../../src/extraction/extract.ts'
import type { EntityObservation } from '../../src/extraction/observation.ts'
import type { Labelled } from './sets.ts'

/** Shares, 0…1. */
export interface RankScores {
  /** Labelled names that are read as recommended. */
  recommended: number
  /** Labelled names with a rank. */
  ranked: number
  /** Pairs of ranked names of one text whose ranks stand in the labelled order. */
  agrees: number
  /** Names of shops and reviewers, where a text names them, that are read as recommended: mistakes, as a rule. */
  passing: number
}

// Whom the texts quote and link to, and no product.
const QUOTED =
  `TechRadar|Tom's Guide|WIRED|The Verge|PCWorld|Forbes|Consumer Reports|Good Housekeeping|US News|Edmunds
Car and Driver|InsideEVs|Wikipedia|Reddit|Best Buy|Walmart|Newegg|Home Depot`.split(/[|\n]/)

function labelledRanks({ text, targets }: Labelled): { observation: EntityObservation; place: number }[] {
  const places = new Map(targets.map(({ name, rank = 0 }) => [name, rank]))
  const { entities } = extract({ text, entities: [...places.keys()].map((name) => ({ name })) })
  return entities.map((observation) => ({ observation, place: places.get(observation.name) ?? 0 }))
}

/** Compares ranks and recommendations with the order in which each text recommends its names. */
export function scoreRanks(texts: readonly Labelled[]): RankScores {
  const counts = { all: 0, recommended: 0, ranked: 0, pairs: 0, agree: 0, quoted: 0, mistaken: 0 }
  for (const labelled of texts) {
    const names = labelledRanks(labelled)
    const ranked = names.flatMap(({ observation: { recommendation }, place }) =>
      recommendation.rank === null ? [] : [{ rank: recommendation.rank, place }],
    )
    counts.all += names.length
    counts.recommended += names.filter(({ observation }) => observation.recommendation.recommended).length
    counts.ranked += ranked.length
    ranked.forEach((one, index) => {
      for (const other of ranked.slice(index + 1)) {
        counts.pairs += 1
        if ((one.rank - other.rank) * (one.place - other.place) > 0) counts.agree += 1
      }
    })
    const { entities } = extract({ text: labelled.text, entities: QUOTED.map((name) => ({ name })) })
    const quoted = entities.filter(({ mentioned }) => mentioned)
    counts.quoted += quoted.length
    counts.mistaken += quoted.filter(({ recommendation }) => recommendation.recommended).length
  }
  return {
    recommended: counts.recommended / counts.all,
    ranked: counts.ranked / counts.all,
    agrees: counts.agree / counts.pairs,
    passing: counts.mistaken / counts.quoted,
  }
}
