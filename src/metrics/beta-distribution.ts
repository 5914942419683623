/** The continued fraction stops when a term changes the result by less than this share. */
const PRECISE = 1e-9
const MOST_TERMS = 500
/** Maximum number of steps toward a quantile; with halving alone, they reach the precision of a double. */
const MOST_STEPS = 60

/** A beta distribution with two positive parameters and its precomputed normalization (as a logarithm). */
interface Beta {
  a: number
  b: number
  scale: number
}

/**
 * Returns the quantile of the beta distribution, 0…1, or `limit` if that is lower. `a` and `b` must be
 * positive.
 */
export function betaQuantileBelow(limit: number, share: number, a: number, b: number): number {
  const beta = betaOf(a, b)
  return below(limit, beta) > share ? quantile(share, beta, limit) : limit
}

/** Returns the quantile of the beta distribution, 0…1, or `limit` if that is higher. */
export function betaQuantileAbove(limit: number, share: number, a: number, b: number): number {
  const beta = betaOf(a, b)
  return below(limit, beta) < share ? quantile(share, beta, limit) : limit
}

function betaOf(a: number, b: number): Beta {
  return { a, b, scale: logGamma(a + b) - logGamma(a) - logGamma(b) }
}

/**
 * Returns the quantile, 0…1, within 1e-7. Applies Newton's method to the distribution function, starting from a
 * nearby value, and bisects whenever a step would leave the interval that contains the quantile.
 */
function quantile(share: number, beta: Beta, near: number): number {
  const { a, b, scale } = beta
  let [low, high] = [0, 1]
  let x = near > 0 && near < 1 ? near : a / (a + b)
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const off = below(x, beta) - share
    if (off > 0) high = x
    else low = x
    const density = Math.exp(scale + (a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x))
    const next = x - off / density
    const moved = next > low && next < high ? next : (low + high) / 2
    if (Math.abs(moved - x) < 1e-7 * Math.min(moved, 1 - moved)) return moved
    x = moved
  }
  return x
}

/** Computes the distribution function by its continued fraction (M. Abramowitz & I. Stegun, Handbook, 1964, 26.5.8). */
function below(x: number, { a, b, scale }: Beta): number {
  const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x))
  // The fraction converges fast on this side of the mean. The other side uses the mirrored distribution.
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

/**
 * Evaluates the continued fraction from the front (W. J. Lentz, Applied Optics 15, 1976). All denominators are
 * positive on the side where it is used.
 */
function fraction(x: number, a: number, b: number): number {
  let above = 1
  let under = 1 / (1 - ((a + b) * x) / (a + 1))
  let value = under
  for (let term = 1; term < MOST_TERMS; term += 1) {
    const shifted = a + 2 * term
    const even = (term * (b - term) * x) / ((shifted - 1) * shifted)
    under = 1 / (1 + even * under)
    above = 1 + even / above
    value *= above * under
    const odd = (-(a + term) * (a + b + term) * x) / (shifted * (shifted + 1))
    under = 1 / (1 + odd * under)
    above = 1 + odd / above
    const factor = above * under
    value *= factor
    if (Math.abs(factor - 1) < PRECISE) break
  }
  return value
}

/**
 * Returns the logarithm of the gamma function of a positive number, within 1e-10. Numbers below 8 are shifted upwards
 * for Stirling's series (Abramowitz & Stegun, 6.1.41).
 */
function logGamma(x: number): number {
  let product = 1
  let at = x
  for (; at < 8; at += 1) product *= at
  const inverse = 1 / (at * at)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / at
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
}
