import type { Rate, Summary } from '../../../metrics/definitions.ts'
import type { Section } from '../facts.ts'
import { position, rateInFull, rateWithInterval, sentiment } from '../figures.ts'
import { table } from '../markdown.ts'
import { VERDICTS } from '../verdicts.ts'

interface Row {
  label: string
  rateOf?: (summary: Summary) => Rate
  textOf?: (summary: Summary) => string
  judged?: boolean
}

const ROWS: readonly Row[] = [
  { label: 'Answers that name it (mention rate)', rateOf: ({ mentionRate }) => mentionRate, judged: true },
  { label: 'Share of voice', rateOf: ({ shareOfVoice }) => shareOfVoice },
  { label: 'Answers that recommend it', rateOf: ({ recommendationRate }) => recommendationRate },
  { label: 'Recommended where named', rateOf: ({ recommendations }) => recommendations.whenMentioned },
  { label: 'Answers that cite its pages', rateOf: ({ citationRate }) => citationRate },
  { label: 'Answers that say they know nothing of it', rateOf: ({ denialRate }) => denialRate },
  { label: 'Answers that name any tracked brand', rateOf: ({ informativeRate }) => informativeRate },
  {
    label: 'Place of its first mention among tracked brands (mean, 1 is first)',
    textOf: position,
  },
  { label: 'Sentiment (mean, −1 to +1)', textOf: sentiment },
  { label: 'Where named, spoken well of', rateOf: ({ praiseRate }) => praiseRate },
  { label: 'Where named, spoken well and ill of alike', rateOf: ({ mixedRate }) => mixedRate },
  { label: 'Where named, spoken ill of', rateOf: ({ criticismRate }) => criticismRate },
]

/** The figures of the brand, beside those of the run before. */
export const headline: Section = ({ batch, summary, comparison, previous }) => {
  const before = previous?.summary
  const rows = ROWS.map(({ label, rateOf, textOf, judged }) => {
    const now = rateOf ? rateInFull(rateOf(summary)) : (textOf?.(summary) ?? '')
    const then = before && (rateOf ? rateWithInterval(rateOf(before)) : (textOf?.(before) ?? ''))
    const verdict = judged && comparison ? VERDICTS[comparison.verdict] : 'not judged'
    return [label, now, ...(then === undefined ? [] : [then, verdict])]
  })
  const head = ['Figure', batch.kind === 'run' ? 'This run' : 'This analysis']
  return [
    '## Figures',
    table([...head, ...(before ? ['Run before', 'Verdict on the change'] : [])], rows),
    `Shares and means are with their 95 % interval in brackets. Share of voice is its part of all namings of tracked brands${
      summary.shareOfVoicePrompts === 'unbranded' ? ', over the prompts that do not name it' : ''
    }.${before ? ' Only the change of the mention rate is judged; overlapping or separate intervals of the others prove nothing.' : ''}`,
  ]
}
