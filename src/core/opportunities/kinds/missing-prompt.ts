import { countedAnswers, type Finding, type KindRules } from '../foundation/finding.ts'
import { describeOmitting, gainOf, Tally, WITHOUT_DIFFERENCE } from '../foundation/tally.ts'

/** Minimum number of completed answers to a prompt. */
const MIN_ANSWERS = 4
/** The lower end of the interval of the share of answers that omit the brand has to reach this share. */
const MIN_OMITTING = 0.25
/** Maximum number of prompts, those with the most answers that omit the brand. */
const MAX_PROMPTS = 25

/** Prompts whose answers name competitors and not the brand. The answers to the other prompts are the comparison. */
export const missingPrompt: KindRules = {
  find(input) {
    const isCounted = countedAnswers(input)
    const all = new Tally()
    const byText = new Map<string, Tally>()
    for (const answer of input.answers) {
      if (!isCounted(answer)) continue
      all.add(answer)
      const text = input.prompts[answer.prompt]?.text ?? ''
      const tally = byText.get(text) ?? new Tally()
      byText.set(text, tally)
      tally.add(answer)
    }
    return [...byText]
      .filter(
        ([, tally]) => tally.answers >= MIN_ANSWERS && (tally.rate('omitting').low ?? 0) >= MIN_OMITTING,
      )
      .sort(([, a], [, b]) => b.omitting - a.omitting)
      .slice(0, MAX_PROMPTS)
      .map(([key, tally]): Finding => {
        const otherRate = all.rate('mentioned', tally)
        const { examples, ...described } = describeOmitting(
          input,
          (answer) => isCounted(answer) && input.prompts[answer.prompt]?.text === key,
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
  scope: (_, key) => (_answer, prompt) => prompt === key,
}
