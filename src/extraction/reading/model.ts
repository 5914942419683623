import { readFileSync } from 'node:fs'
import { compileForest, type Forest } from '../trees/forest.ts'
import { type Trees, unpackTrees } from '../trees/trees.ts'

/** The trees that read an answer; training/reading.ts makes them. */
export interface ReadingModel {
  /** Logits of `STANCES`. */
  stance: Forest
  /** Logit that a place in a list is the rank of an entity. */
  rank: Forest
  /** Logits of `KINDS`. */
  kind: Forest
}

/** The trees of a model as they are trained and stored. */
export type ReadingTrees = Record<keyof ReadingModel, Trees>

/** Compiles trained trees for reading. */
export function compileReadingModel({ stance, rank, kind }: ReadingTrees): ReadingModel {
  return {
    stance: compileForest(stance),
    rank: compileForest(rank),
    kind: compileForest(kind),
  }
}

/** Reads a model from the bytes that training/reading.ts wrote: the trees of its fields one after the other. */
export function unpackReadingModel(bytes: Buffer): ReadingModel {
  const stance = unpackTrees(bytes, 0)
  const rank = unpackTrees(bytes, stance.end)
  const kind = unpackTrees(bytes, rank.end)
  return compileReadingModel({
    stance: stance.trees,
    rank: rank.trees,
    kind: kind.trees,
  })
}

let shipped: ReadingModel | undefined

/** The model that ships with the program, read at the first call from `reading.bin` beside this module or its bundle. */
export function shippedReadingModel(): ReadingModel {
  shipped ??= unpackReadingModel(readFileSync(new URL('reading.bin', import.meta.url)))
  return shipped
}
