/** Significant digits of a number without an interval. */
const DIGITS = 3

/** Numbers of an object that its interval is about. */
const MEASURED = new Set(['value', 'low', 'high', 'difference', 'rate', 'previousRate'])

/**
 * Rounds all numbers of a result to what they can support: a share and its interval to a tenth of the width of the interval, other
 * fractions to three significant digits. More digits cost tokens and suggest a precision that the sample does not have.
 */
export function roundFigures(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS))
  if (Array.isArray(value)) return value.map(roundFigures)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const { low, high } = value as { low?: unknown; high?: unknown }
  const decimals = typeof low === 'number' && typeof high === 'number' ? decimalsFor(high - low) : null
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      decimals !== null && typeof field === 'number' && MEASURED.has(name)
        ? Number(field.toFixed(decimals))
        : roundFigures(field),
    ]),
  )
}

/** Returns the number of decimals whose last one is at most a tenth of the width of an interval, 2 to 4. */
function decimalsFor(width: number): number {
  return width > 0 ? Math.min(4, Math.max(2, Math.ceil(-Math.log10(width / 10)))) : 4
}
