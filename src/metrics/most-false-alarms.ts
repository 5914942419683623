/**
 * Test helper: returns the highest plausible share of false alarms in this many simulated pairs of runs if each pair has the given
 * chance of one, by default 5 %. It is exceeded in one of a thousand simulations (the 99.9 % quantile of the binomial distribution).
 */
export function mostFalseAlarms(worlds: number, chance = 0.05): number {
  let exactly = (1 - chance) ** worlds
  let atMost = exactly
  let alarms = 0
  while (atMost < 0.999) {
    exactly *= ((worlds - alarms) / (alarms + 1)) * (chance / (1 - chance))
    alarms += 1
    atMost += exactly
  }
  return alarms / worlds
}
