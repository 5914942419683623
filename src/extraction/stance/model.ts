import { readFileSync } from 'node:fs'
import { compileForest, type Forest } from '../trees/forest.ts'
import { type Trees, unpackTrees } from '../trees/trees.ts'

/** The trees that classify an answer, trained by training/reading.ts. */
export interface StanceModel {
  /** Logits of `STANCES`. */
  stance: Forest
  /** Logit that a position in a list is the rank of an entity. */
  rank: Forest
  /** Logits of `KINDS`. */
  kind: Forest
}

/** The trees of a model as they are trained and stored. */
export type StanceTrees = Record<keyof StanceModel, Trees>

/** Compiles trained trees for prediction. */
export function compileStanceModel({ stance, rank, kind }: StanceTrees): StanceModel {
  return {
    stance: compileForest(stance),
    rank: compileForest(rank),
    kind: compileForest(kind),
  }
}

/** Parses a model written by training/reading.ts: the trees of its fields, one after the other. */
export function unpackStanceModel(bytes: Buffer): StanceModel {
  const stance = unpackTrees(bytes, 0)
  const rank = unpackTrees(bytes, stance.end)
  const kind = unpackTrees(bytes, rank.end)
  return compileStanceModel({
    stance: stance.trees,
    rank: rank.trees,
    kind: kind.trees,
  })
}

let shipped: StanceModel | undefined

/** Returns the shipped model. The first call reads it from `reading.bin` next to this module or its bundle. */
export function shippedStanceModel(): StanceModel {
  shipped ??= unpackStanceModel(readFileSync(new URL('reading.bin', import.meta.url)))
  return shipped
}
