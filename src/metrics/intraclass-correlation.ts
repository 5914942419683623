/** Grid of correlations, equally spaced in log-odds, from 0.0025 to 0.9975. */
const TRIED = Float64Array.from({ length: 49 }, (_, step) => 1 / (1 + Math.exp(6 - step / 4)))
/** Correlations with a log-likelihood this far below the best are negligible. */
const NEGLIGIBLE = 12

/**
 * The prior of the correlation. It matters when few answers carry information, for example when a brand is never
 * mentioned. Replicates of real prompts mostly correlate by 0.5 to 0.9, and Beta(7/4, 1/4) has a mean of 7/8.
 * Expressed in log-odds, without constants.
 */
const logPrior = (correlation: number) => 2 * Math.log(correlation) + 0.25 * Math.log1p(-correlation)

/**
 * Estimates how strongly answers to the same prompt correlate, 0…1, from counts by prompt, which may be fractions.
 * Returns the posterior mean under the beta-binomial distribution. In this model each prompt has its own probability
 * (J. G. Skellam, JRSS B 10, 1948), and the mean probability is fixed at the observed share.
 */
export function correlationOfCounts(numerators: ArrayLike<number>, denominators: ArrayLike<number>): number {
  const counted = tallyOf(numerators.length, (prompt) => numerators[prompt] ?? 0)
  const missing = tallyOf(
    numerators.length,
    (prompt) => (denominators[prompt] ?? 0) - (numerators[prompt] ?? 0),
  )
  const all = tallyOf(numerators.length, (prompt) => denominators[prompt] ?? 0)
  const prompts = all[0] ?? 0
  // Add half a prompt with and half a prompt without the counted property, because a share of exactly 0 or 1 would
  // fit any correlation.
  const share = ((totalOf(counted) / totalOf(all)) * prompts + 0.5) / (prompts + 1)
  return posteriorMean((correlation) => {
    const trials = (1 - correlation) / correlation
    const [alpha, beta] = [share * trials, (1 - share) * trials]
    return logRising(alpha, counted) + logRising(beta, missing) - logRising(trials, all)
  })
}

/**
 * Estimates the correlation for numeric values, from the sums of squares between and within prompts and the number of
 * answers per prompt. Returns the posterior mean for normally distributed prompts and answers (S. R. Searle, G.
 * Casella & C. E. McCulloch, Variance Components, 1992, §3.8). Unbalanced prompts use their mean size.
 */
export function correlationOfValues(
  { between, within }: { between: number; within: number },
  sizes: ArrayLike<number>,
): number {
  let [prompts, answers, squares] = [0, 0, 0]
  for (let prompt = 0; prompt < sizes.length; prompt += 1) {
    const size = sizes[prompt] ?? 0
    if (size > 0) prompts += 1
    answers += size
    squares += size * size
  }
  if (prompts < 2 || between + within === 0) return posteriorMean(() => 0)
  const size = (answers - squares / answers) / (prompts - 1)
  return posteriorMean((correlation) => {
    const [outer, inner] = [1 + (size - 1) * correlation, 1 - correlation]
    const rest = between / outer + within / inner
    return (
      -(
        (prompts - 1) * Math.log(outer) +
        (answers - prompts) * Math.log(inner) +
        (answers - 1) * Math.log(rest)
      ) / 2
    )
  })
}

const totalOf = (tally: Float64Array) => tally.reduce((total, counts) => total + counts, 0)

/** Returns for each j how many counts exceed j. A count between j and j + 1 contributes its fraction. */
function tallyOf(prompts: number, countOf: (prompt: number) => number): Float64Array {
  let most = 0
  for (let prompt = 0; prompt < prompts; prompt += 1) most = Math.max(most, countOf(prompt))
  const tally = new Float64Array(Math.ceil(most) + 1)
  // First count how many end at each index, then add how many go beyond it.
  const ends = new Float64Array(tally.length + 1)
  for (let prompt = 0; prompt < prompts; prompt += 1) {
    const whole = Math.floor(countOf(prompt))
    ends[whole] = (ends[whole] ?? 0) + 1
    tally[whole] = (tally[whole] ?? 0) + countOf(prompt) - whole
  }
  let beyond = 0
  for (let index = tally.length - 1; index >= 0; index -= 1) {
    tally[index] = (tally[index] ?? 0) + beyond
    beyond += ends[index] ?? 0
  }
  return tally
}

/** Returns the logarithm of the product of start · (start + 1) · … over all tallied counts. */
function logRising(start: number, tally: Float64Array): number {
  let total = 0
  for (let index = 0; index < tally.length; index += 1) {
    const times = tally[index] ?? 0
    if (times > 0) total += times * Math.log(start + index)
  }
  return total
}

/**
 * Returns the posterior mean of the correlation for a log-likelihood with a single maximum. Walks outwards from the
 * middle of the grid and stops where values become negligible.
 */
function posteriorMean(logLikelihood: (correlation: number) => number): number {
  const evaluated: { correlation: number; likely: number }[] = []
  let best = Number.NEGATIVE_INFINITY
  const middle = Math.floor(TRIED.length / 2)
  for (const step of [1, -1]) {
    for (let at = step > 0 ? middle : middle - 1; at >= 0 && at < TRIED.length; at += step) {
      const correlation = TRIED[at] ?? 0
      const likely = logLikelihood(correlation) + logPrior(correlation)
      evaluated.push({ correlation, likely })
      if (likely < best - NEGLIGIBLE) break
      best = Math.max(best, likely)
    }
  }
  let [total, weight] = [0, 0]
  for (const { correlation, likely } of evaluated) {
    const share = Math.exp(likely - best)
    total += share * correlation
    weight += share
  }
  return total / weight
}
