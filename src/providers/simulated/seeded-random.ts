/**
 * 32-bit hash of a text's UTF-16 code units: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), finished with the mixer of
 * MurmurHash3 so that texts differing in their last letter differ everywhere.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return mixBits(hash)
}

/** One 32-bit hash out of two numbers; the order matters. */
export function combineHashes(left: number, right: number): number {
  return mixBits(Math.imul(left, 0x9e3779b1) + right)
}

/** The hash as a number in [0, 1). */
export function fraction(hash: number): number {
  return (hash >>> 0) / 0x1_0000_0000
}

/**
 * A value in [0, 1) that changes slowly, by linear interpolation between random values eight weeks apart: nearly equal in
 * consecutive weeks, unrelated more than two months apart. Different seeds are independent and have their random values in
 * different weeks.
 */
export function drift(seed: number, week: number): number {
  const period = 8
  const shifted = week + (seed & (period - 1))
  const knot = Math.floor(shifted / period)
  const share = shifted / period - knot
  return fraction(combineHashes(seed, knot)) * (1 - share) + fraction(combineHashes(seed, knot + 1)) * share
}

/**
 * A value in [0, 1) that stays the same for six weeks and then jumps by more than a third, up and down in turn. Different seeds
 * are independent and jump in different weeks.
 */
export function steps(seed: number, week: number): number {
  const period = 6
  const step = Math.floor((week + ((seed >>> 3) % (2 * period))) / period)
  const within = fraction(combineHashes(seed, step)) / 3
  return step % 2 === 0 ? within : within + 2 / 3
}

/** Random draws that are the same for the same seed. */
export interface SeededRandom {
  /** An integer from 0 up to, not including, `count`. */
  below(count: number): number
  /** True in `probability` of the draws. */
  chance(probability: number): boolean
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T
}

/** Random draws from a seed: a counter run through {@link combineHashes}. */
export function createRandom(seed: number): SeededRandom {
  let counter = 0
  const draw = () => fraction(combineHashes(seed, ++counter))
  return {
    below: (count) => Math.floor(draw() * count),
    chance: (probability) => draw() < probability,
    pick: (list) => list[Math.floor(draw() * list.length)] as (typeof list)[number],
  }
}

/** Number of the ISO 8601 week (Monday to Sunday, UTC) an instant lies in, counted from the week of 1 January 1970. */
export function weekOf(instant: Date): number {
  return Math.floor((instant.getTime() / 86_400_000 + 3) / 7)
}

/** The ISO 8601 year of a week of {@link weekOf}: the year its Thursday lies in. */
export function yearOfWeek(week: number): number {
  return new Date(week * 7 * 86_400_000).getUTCFullYear()
}

function mixBits(hash: number): number {
  let mixed = hash
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
