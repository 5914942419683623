const ENTRIES = 10_000

/** Remembers for a moment what was looked up. */
export class ShortMemory<Value> {
  readonly #known = new Map<string, { value: Value; until: number }>()
  readonly #milliseconds: number

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  get(name: string): Value | undefined {
    const known = this.#known.get(name)
    if (!known || known.until > Date.now()) return known?.value
    this.#known.delete(name)
    return undefined
  }

  set(name: string, value: Value): void {
    if (this.#known.size >= ENTRIES) this.#known.clear()
    this.#known.set(name, { value, until: Date.now() + this.#milliseconds })
  }

  delete(name: string): void {
    this.#known.delete(name)
  }
}
