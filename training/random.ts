/**
 * Returns a pseudorandom number generator (Mulberry32,
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c) for values from 0 to 1.
 */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shuffles indices in place (Fisher–Yates). */
export function shuffle(order: Int32Array, random: () => number): void {
  for (let index = order.length - 1; index > 0; index -= 1) {
    const swap = Math.floor(random() * (index + 1))
    const here = order[index] ?? 0
    order[index] = order[swap] ?? 0
    order[swap] = here
  }
}
