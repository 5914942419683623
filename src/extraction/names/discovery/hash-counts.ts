/** Counts by hash. Faster than a Map because it needs no objects. Open addressing with linear probing. */
export class HashCounts {
  private readonly hashes: Int32Array
  private readonly counts: Int32Array
  private readonly last: number

  /** Creates counters for at most `most` different hashes. */
  constructor(most: number) {
    let size = 16
    while (size < most * 2) size *= 2
    this.hashes = new Int32Array(size)
    this.counts = new Int32Array(size)
    this.last = size - 1
  }

  private slotOf(hash: number): number {
    let slot = (Math.imul(hash, 0x9e3779b1) >>> 7) & this.last
    while (this.counts[slot] !== 0 && this.hashes[slot] !== hash) slot = (slot + 1) & this.last
    return slot
  }

  add(hash: number): void {
    const slot = this.slotOf(hash)
    this.hashes[slot] = hash
    this.counts[slot] = (this.counts[slot] ?? 0) + 1
  }

  /** Returns how often a hash was added. */
  get(hash: number): number {
    return this.counts[this.slotOf(hash)] ?? 0
  }

  has(hash: number): boolean {
    return this.get(hash) > 0
  }
}
