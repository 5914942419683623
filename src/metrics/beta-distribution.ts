/** Where the continued fraction ends: its terms change the result by less than this share. */
const PRECISE = 1e-9
const MOST_TERMS = 500
/** Halvings after which a quantile is as precise as a number can be. */
const MOST_STEPS = 60

/** A beta distribution with two positive parameters, and what both functions of it need. */
interface Beta {
  a: number
  b: number
  scale: number
}

/** The quantile of the beta distribution with two positive parameters, 0…1, where it is below a limit; else the limit. */
export function betaQuantileBelow(limit: number, share: number, a: number, b: number): number {
  const beta = betaOf(a, b)
  return below(limit, beta) > share ? quantile(share, beta, limit) : limit
}

/** The quantile where it is above the limit; else the limit. */
export function betaQuantileAbove(limit: number, share: number, a: number, b: number): number {
  const beta = betaOf(a, b)
  return below(limit, beta) < share ? quantile(share, beta, limit) : limit
}

function betaOf(a: number, b: number): Beta {
  return { a, b, scale: logGamma(a + b) - logGamma(a) - logGamma(b) }
}

/**
 * The quantile, 0…1, within 1e-7: Newton's steps on the distribution function from a number near it, halving where one would leave what
 * is known to hold it.
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

/** The distribution function, by its continued fraction (M. Abramowitz & I. Stegun, Handbook, 1964, 26.5.8). */
function below(x: number, { a, b, scale }: Beta): number {
  const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x))
  // It converges fast on this side of the mean; the other side is the mirrored distribution.
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}

/** Evaluated from its front (W. J. Lentz, Applied Optics 15, 1976); all denominators are positive on the side where it is used. */
function fraction(x: number, a: number, b: number): number {
  let above = 1
  let under = 1 / (1 - ((a + b) * x) / (a + 1))
  let value = under
  for (let term = 1; term < MOST_TERMS; term += 1) {
    const place = a + 2 * term
    const even = (term * (b - term) * x) / ((place - 1) * place)
    under = 1 / (1 + even * under)
    above = 1 + even / above
    value *= above * under
    const odd = (-(a + term) * (a + b + term) * x) / (place * (place + 1))
    under = 1 / (1 + odd * under)
    above = 1 + odd / above
    const factor = above * under
    value *= factor
    if (Math.abs(factor - 1) < PRECISE) break
  }
  return value
}

/** The logarithm of the gamma function of a positive number, within 1e-10: Stirling's series (Abramowitz & Stegun, 6.1.41) beyond 8. */
function logGamma(x: number): number {
  let product = 1
  let at = x
  for (; at < 8; at += 1) product *= at
  const inverse = 1 / (at * at)
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / at
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
}
