import { extract } from '../../src/extraction/extract.ts'
import type { EntityObservation } from '../../src/extraction/foundation/observation.ts'
import type { Labelled } from './sets.ts'

/** Scores for ranks and recommendations. All are shares between 0 and 1. */
export interface RankScores {
  /** Labeled names that are extracted as recommended. */
  recommended: number
  /** Labeled names with an extracted rank. */
  ranked: number
  /** Pairs of ranked names in the same text whose ranks have the labeled order. */
  agrees: number
  /** Mentioned shops and reviewers that are extracted as recommended, which is almost always wrong. */
  passing: number
}

// Sources and shops that the texts quote or link to. None of them is a recommended product.
const QUOTED =
  `TechRadar|Tom's Guide|WIRED|The Verge|PCWorld|Forbes|Consumer Reports|Good Housekeeping|US News|Edmunds
Car and Driver|InsideEVs|Wikipedia|Reddit|Best Buy|Walmart|Newegg|Home Depot`.split(/[|\n]/)

function labeledRanks({
  text,
  targets,
}: Labelled): { observation: EntityObservation; labeledRank: number }[] {
  const labeledRanksByName = new Map(targets.map(({ name, rank = 0 }) => [name, rank]))
  const { entities } = extract({ text, entities: [...labeledRanksByName.keys()].map((name) => ({ name })) })
  return entities.map((observation) => ({
    observation,
    labeledRank: labeledRanksByName.get(observation.name) ?? 0,
  }))
}

/** Compares extracted ranks and recommendations with the labeled order of names in each text. */
export function scoreRanks(texts: readonly Labelled[]): RankScores {
  const counts = { all: 0, recommended: 0, ranked: 0, pairs: 0, agree: 0, quoted: 0, mistaken: 0 }
  for (const labeled of texts) {
    const names = labeledRanks(labeled)
    const ranked = names.flatMap(({ observation: { recommendation }, labeledRank }) =>
      recommendation.rank === null ? [] : [{ rank: recommendation.rank, labeledRank }],
    )
    counts.all += names.length
    counts.recommended += names.filter(({ observation }) => observation.recommendation.recommended).length
    counts.ranked += ranked.length
    ranked.forEach((a, index) => {
      for (const b of ranked.slice(index + 1)) {
        counts.pairs += 1
        if ((a.rank - b.rank) * (a.labeledRank - b.labeledRank) > 0) counts.agree += 1
      }
    })
    const { entities } = extract({ text: labeled.text, entities: QUOTED.map((name) => ({ name })) })
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
