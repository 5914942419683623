import { readFileSync } from 'node:fs'
import { compileForest, type Forest } from '../trees/forest.ts'
import { packTrees, type Trees, unpackTrees } from '../trees/trees.ts'
import type { Calibration } from './calibration.ts'

/** Labels that have a probability of being right, in the order of their stored calibrations. */
const CALIBRATED = ['sentiment', 'strength', 'rank', 'kind'] as const
export type CalibratedLabel = (typeof CALIBRATED)[number]

/** Calibrations of the probabilities of labels. */
export type StanceCalibrations = Record<CalibratedLabel, Calibration>

/** Returns a value for each label that has a probability. */
export function ofEachLabel<Value>(
  create: (label: CalibratedLabel) => Value,
): Record<CalibratedLabel, Value> {
  return {
    sentiment: create('sentiment'),
    strength: create('strength'),
    rank: create('rank'),
    kind: create('kind'),
  }
}

/** The trees that classify an answer, trained by training/reading.ts. */
export interface StanceModel {
  /** Logits of `STANCES`. */
  stance: Forest
  /** Logit that a position in a list is the rank of an entity. */
  rank: Forest
  /** Logits of `KINDS`. */
  kind: Forest
  calibrations: StanceCalibrations
}

/** The trees of a model as they are trained and stored. */
export type StanceTrees = Record<'stance' | 'rank' | 'kind', Trees>

/** Compiles trained trees for prediction. */
export function compileStanceModel(
  { stance, rank, kind }: StanceTrees,
  calibrations: StanceCalibrations,
): StanceModel {
  return {
    stance: compileForest(stance),
    rank: compileForest(rank),
    kind: compileForest(kind),
    calibrations,
  }
}

/** Serializes a model: the trees of its fields, one after the other, then the calibrations as 32-bit numbers, little-endian. */
export function packStanceModel(
  { stance, rank, kind }: StanceTrees,
  calibrations: StanceCalibrations,
): Buffer {
  const numbers = CALIBRATED.flatMap((label) => [calibrations[label].offset, calibrations[label].slope])
  const tail = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) tail.writeFloatLE(number, index * 4)
  return Buffer.concat([packTrees(stance), packTrees(rank), packTrees(kind), tail])
}

/** Parses the format of `packStanceModel`. */
export function unpackStanceModel(bytes: Buffer): StanceModel {
  const stance = unpackTrees(bytes, 0)
  const rank = unpackTrees(bytes, stance.end)
  const kind = unpackTrees(bytes, rank.end)
  const calibrationOf = (label: CalibratedLabel): Calibration => {
    const at = kind.end + CALIBRATED.indexOf(label) * 8
    return { offset: bytes.readFloatLE(at), slope: bytes.readFloatLE(at + 4) }
  }
  return compileStanceModel(
    { stance: stance.trees, rank: rank.trees, kind: kind.trees },
    ofEachLabel(calibrationOf),
  )
}

let shipped: StanceModel | undefined

/** Returns the shipped model. The first call reads it from `reading.bin` next to this module or its bundle. */
export function shippedStanceModel(): StanceModel {
  shipped ??= unpackStanceModel(readFileSync(new URL('reading.bin', import.meta.url)))
  return shipped
}
