import type { MetricsAnswer } from '../../../metrics/metrics-input.ts'
import {
  citedDomains,
  countedAnswers,
  type Finding,
  type KindRules,
  namesBrand,
  namesCompetitor,
} from '../foundation/finding.ts'
import { describeOmitting, gainOf, Tally, WITHOUT_DIFFERENCE } from '../foundation/tally.ts'

/** Minimum number of answers that name a tracked brand and cite the site, and of their prompts. */
const MIN_ANSWERS = 5
const MIN_PROMPTS = 3
/** The lower end of the interval of the share of these answers that omit the brand has to reach this share. */
const MIN_OMITTING = 0.5
/** Maximum number of sites, those with the most answers that omit the brand. */
const MAX_SITES = 25

/**
 * Third-party sites that are cited by answers that name competitors and not the brand. Only answers that name a tracked
 * brand count. The answers that do not cite the site are the comparison.
 */
export const sourceToWin: KindRules = {
  find(input) {
    const isCounted = countedAnswers(input)
    const isNaming = (answer: MetricsAnswer) =>
      isCounted(answer) && (namesBrand(answer) || namesCompetitor(answer))
    const all = new Tally()
    const byDomain = new Map<string, Tally>()
    for (const answer of input.answers) {
      if (!isNaming(answer)) continue
      all.add(answer)
      for (const domain of citedDomains(answer)) {
        const tally = byDomain.get(domain) ?? new Tally()
        byDomain.set(domain, tally)
        tally.add(answer)
      }
    }
    return [...byDomain]
      .filter(
        ([, tally]) =>
          tally.answers >= MIN_ANSWERS &&
          tally.prompts >= MIN_PROMPTS &&
          (tally.rate('omitting').low ?? 0) >= MIN_OMITTING,
      )
      .sort(([, a], [, b]) => b.omitting - a.omitting)
      .slice(0, MAX_SITES)
      .map(([key, tally]): Finding => {
        const otherRate = all.rate('mentioned', tally)
        const { examples, ...described } = describeOmitting(
          input,
          (answer) => isNaming(answer) && citedDomains(answer).has(key),
        )
        const { answers, prompts, omitting } = tally
        const mentionRate = tally.rate('mentioned')
        return {
          key,
          evidence: {
            answers,
            prompts,
            omitting,
            mentionRate,
            otherRate,
            ...WITHOUT_DIFFERENCE,
            ...described,
          },
          gain: gainOf(tally, otherRate),
          examples,
        }
      })
  },
  /** All answers to the prompts whose answers cited the site: the citation itself may be a result of the work. */
  scope({ prompts, answers }, key) {
    const texts = new Set(
      answers.flatMap((answer) =>
        citedDomains(answer).has(key) ? [prompts[answer.prompt]?.text ?? ''] : [],
      ),
    )
    return (_, prompt) => texts.has(prompt)
  },
}
