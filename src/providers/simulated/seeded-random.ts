/**
 * Returns a 32-bit hash of a text's UTF-16 code units: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), finished
 * with the mixer of MurmurHash3. The mixer makes hashes of texts that differ only in the last letter differ in all
 * bits.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return mixBits(hash)
}

/** Combines two numbers into one 32-bit hash. The order matters. */
export function combineHashes(left: number, right: number): number {
  return mixBits(Math.imul(left, 0x9e3779b1) + right)
}

/** Converts a hash to a number in [0, 1). */
export function fraction(hash: number): number {
  return (hash >>> 0) / 0x1_0000_0000
}

/**
 * Returns a value in [0, 1) that changes slowly, by linear interpolation between random values eight weeks apart. It
 * is nearly equal in consecutive weeks, and unrelated after two months. Different seeds are independent, and have
 * their random values in different weeks.
 */
export function drift(seed: number, week: number): number {
  const period = 8
  const shifted = week + (seed & (period - 1))
  const knot = Math.floor(shifted / period)
  const share = shifted / period - knot
  return fraction(combineHashes(seed, knot)) * (1 - share) + fraction(combineHashes(seed, knot + 1)) * share
}

/**
 * Returns a value in [0, 1) that stays the same for six weeks and then jumps by more than a third, alternating
 * between up and down. Different seeds are independent, and jump in different weeks.
 */
export function steps(seed: number, week: number): number {
  const period = 6
  const step = Math.floor((week + ((seed >>> 3) % (2 * period))) / period)
  const within = fraction(combineHashes(seed, step)) / 3
  return step % 2 === 0 ? within : within + 2 / 3
}

/** Random draws that are the same for the same seed. */
export interface SeededRandom {
  /** Returns an integer from 0 to `count` − 1. */
  below(count: number): number
  /** Returns true with the given probability. */
  chance(probability: number): boolean
  /** Returns an element of a non-empty list. */
  pick<T>(list: readonly T[]): T
}

/** Creates random draws from a seed by hashing a counter with {@link combineHashes}. */
export function createRandom(seed: number): SeededRandom {
  let counter = 0
  const draw = () => fraction(combineHashes(seed, ++counter))
  return {
    below: (count) => Math.floor(draw() * count),
    chance: (probability) => draw() < probability,
    pick: (list) => list[Math.floor(draw() * list.length)] as (typeof list)[number],
  }
}

/**
 * Returns the number of the ISO 8601 week (Monday to Sunday, UTC) of a date, counted from the week of 1 January 1970.
 */
export function weekOf(instant: Date): number {
  return Math.floor((instant.getTime() / 86_400_000 + 3) / 7)
}

/** Returns the ISO 8601 year of a week from {@link weekOf}, which is the year of its Thursday. */
export function yearOfWeek(week: number): number {
  return new Date(week * 7 * 86_400_000).getUTCFullYear()
}

function mixBits(hash: number): number {
  let mixed = hash
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
