/** Counts by the hash of what is counted: faster than a Map of numbers, as it needs no objects. Open addressing with linear probing. */
export class HashCounts {
  private readonly hashes: Int32Array
  private readonly counts: Int32Array
  private readonly last: number

  /** For at most `most` different hashes. */
  constructor(most: number) {
    let size = 16
    while (size < most * 2) size *= 2
    this.hashes = new Int32Array(size)
    this.counts = new Int32Array(size)
    this.last = size - 1
  }

  private placeOf(hash: number): number {
    let place = (Math.imul(hash, 0x9e3779b1) >>> 7) & this.last
    while (this.counts[place] !== 0 && this.hashes[place] !== hash) place = (place + 1) & this.last
    return place
  }

  add(hash: number): void {
    const place = this.placeOf(hash)
    this.hashes[place] = hash
    this.counts[place] = (this.counts[place] ?? 0) + 1
  }

  /** How often a hash was added. */
  get(hash: number): number {
    return this.counts[this.placeOf(hash)] ?? 0
  }

  has(hash: number): boolean {
    return this.get(hash) > 0
  }
}
