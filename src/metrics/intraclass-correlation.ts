/** The correlations that are tried: equally spaced in log-odds, from 0.002 to 0.998. */
const TRIED = Float64Array.from({ length: 49 }, (_, step) => 1 / (1 + Math.exp(6 - step / 4)))
/** A correlation so much less likely than the best (in natural logarithms) that it adds nothing. */
const NEGLIGIBLE = 12

/**
 * What is held likely of the correlation before any answer is seen: it matters where few answers tell, such as those that
 * never name a brand. Replicates of real prompts mostly correlate by 0.5 to 0.9; Beta(7/4, 1/4) has the mean 7/8. In log-odds, without constants.
 */
const logPrior = (correlation: number) => 2 * Math.log(correlation) + 0.25 * Math.log1p(-correlation)

/**
 * How much answers to one prompt correlate, 0…1, from counts by prompt: the posterior mean under the beta-binomial distribution, in which each
 * prompt has a probability of its own (J. G. Skellam, JRSS B 10, 1948) whose mean is held at the observed share. Counts may be fractions.
 */
export function correlationOfCounts(numerators: ArrayLike<number>, denominators: ArrayLike<number>): number {
  const counted = tallyOf(numerators.length, (prompt) => numerators[prompt] ?? 0)
  const missing = tallyOf(
    numerators.length,
    (prompt) => (denominators[prompt] ?? 0) - (numerators[prompt] ?? 0),
  )
  const all = tallyOf(numerators.length, (prompt) => denominators[prompt] ?? 0)
  const prompts = all[0] ?? 0
  // As if half a prompt more had it and half a prompt had not: a share of 0 or 1 would fit any correlation.
  const share = ((totalOf(counted) / totalOf(all)) * prompts + 0.5) / (prompts + 1)
  return posteriorMean((correlation) => {
    const trials = (1 - correlation) / correlation
    const [own, other] = [share * trials, (1 - share) * trials]
    return logRising(own, counted) + logRising(other, missing) - logRising(trials, all)
  })
}

/**
 * The same of values, from the sums of their squares between prompts and within, and how many answers each prompt has: the
 * posterior mean where prompts and the answers of each are normally distributed (S. R. Searle, G. Casella & C. E. McCulloch, Variance
 * Components, 1992, §3.8), with the mean size of unbalanced prompts.
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

/** For each j, how many of the counts exceed j; of a count between j and j + 1 only the fraction. */
function tallyOf(prompts: number, countOf: (prompt: number) => number): Float64Array {
  let most = 0
  for (let prompt = 0; prompt < prompts; prompt += 1) most = Math.max(most, countOf(prompt))
  const tally = new Float64Array(Math.ceil(most) + 1)
  // First how many end at each place, then how many are beyond it.
  const ends = new Float64Array(tally.length + 1)
  for (let prompt = 0; prompt < prompts; prompt += 1) {
    const whole = Math.floor(countOf(prompt))
    ends[whole] = (ends[whole] ?? 0) + 1
    tally[whole] = (tally[whole] ?? 0) + countOf(prompt) - whole
  }
  let beyond = 0
  for (let place = tally.length - 1; place >= 0; place -= 1) {
    tally[place] = (tally[place] ?? 0) + beyond
    beyond += ends[place] ?? 0
  }
  return tally
}

/** The logarithm of the product of start · (start + 1) · … over all tallied counts. */
function logRising(start: number, tally: Float64Array): number {
  let total = 0
  for (let place = 0; place < tally.length; place += 1) {
    const times = tally[place] ?? 0
    if (times > 0) total += times * Math.log(start + place)
  }
  return total
}

/** The mean of a correlation over the posterior that a log-likelihood with one summit gives it: from the middle outwards, as far as it counts. */
function posteriorMean(logLikelihood: (correlation: number) => number): number {
  const found: { correlation: number; likely: number }[] = []
  let best = Number.NEGATIVE_INFINITY
  const middle = Math.floor(TRIED.length / 2)
  for (const step of [1, -1]) {
    for (let at = step > 0 ? middle : middle - 1; at >= 0 && at < TRIED.length; at += step) {
      const correlation = TRIED[at] ?? 0
      const likely = logLikelihood(correlation) + logPrior(correlation)
      found.push({ correlation, likely })
      if (likely < best - NEGLIGIBLE) break
      best = Math.max(best, likely)
    }
  }
  let [total, weight] = [0, 0]
  for (const { correlation, likely } of found) {
    const share = Math.exp(likely - best)
    total += share * correlation
    weight += share
  }
  return total / weight
}
