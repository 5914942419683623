import { extract } from '../../src/extraction/extract.ts'
import type { EntityObservation } from '../../src/extraction/observation.ts'
import type { Labelled } from './sets.ts'

/** Shares, 0…1. */
export interface RankScores {
  /** Labelled names that are extracted as recommended. */
  recommended: number
  /** Labelled names with a rank. */
  ranked: number
  /** Pairs of ranked names of one text whose ranks are in the labelled order. */
  agrees: number
  /** Names of shops and reviewers that are extracted as recommended where a text names them, which is nearly always wrong. */
  passing: number
}

// Sources and shops that the texts quote and link to; none is a product.
const QUOTED =
  `TechRadar|Tom's Guide|WIRED|The Verge|PCWorld|Forbes|Consumer Reports|Good Housekeeping|US News|Edmunds
Car and Driver|InsideEVs|Wikipedia|Reddit|Best Buy|Walmart|Newegg|Home Depot`.split(/[|\n]/)

function labelledRanks({
  text,
  targets,
}: Labelled): { observation: EntityObservation; labelledRank: number }[] {
  const labelledRanksByName = new Map(targets.map(({ name, rank = 0 }) => [name, rank]))
  const { entities } = extract({ text, entities: [...labelledRanksByName.keys()].map((name) => ({ name })) })
  return entities.map((observation) => ({
    observation,
    labelledRank: labelledRanksByName.get(observation.name) ?? 0,
  }))
}

/** Compares ranks and recommendations with the order in which each text recommends its names. */
export function scoreRanks(texts: readonly Labelled[]): RankScores {
  const counts = { all: 0, recommended: 0, ranked: 0, pairs: 0, agree: 0, quoted: 0, mistaken: 0 }
  for (const labelled of texts) {
    const names = labelledRanks(labelled)
    const ranked = names.flatMap(({ observation: { recommendation }, labelledRank }) =>
      recommendation.rank === null ? [] : [{ rank: recommendation.rank, labelledRank }],
    )
    counts.all += names.length
    counts.recommended += names.filter(({ observation }) => observation.recommendation.recommended).length
    counts.ranked += ranked.length
    ranked.forEach((one, index) => {
      for (const other of ranked.slice(index + 1)) {
        counts.pairs += 1
        if ((one.rank - other.rank) * (one.labelledRank - other.labelledRank) > 0) counts.agree += 1
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
