import { readRuns } from '../../core/runs/read.ts'
import type { RunComparison } from '../../core/trends/comparison.ts'
import type { Verdict } from '../../metrics/compare.ts'
import { builder } from '../builder.ts'
import { aboutMetric } from './about-metric.ts'
import { AnalysisRun } from './run.ts'

/** What can be said of a change. */
export const ComparisonVerdict = builder.enumType('ComparisonVerdict', {
  description: 'What can be said of a change of the mention rate, prompt by prompt on what both runs asked.',
  values: {
    MOVED: { value: 'moved', description: 'It changed by more than chance.' },
    WITHIN_NOISE: { value: 'within_noise', description: 'Any change may be chance.' },
    INSUFFICIENT: {
      value: 'insufficient',
      description: 'Fewer than 10 prompts in common, or nothing to compare with.',
    },
    NOT_COMPARABLE: {
      value: 'not_comparable',
      description: 'Another brand, model, surface or version of the rules, or nothing in common.',
    },
  } as const satisfies Record<string, { value: Verdict; description: string }>,
})

/** A run beside the one before it. */
export const RunComparisonType = builder.objectRef<RunComparison>('RunComparison').implement({
  description: 'How the mention rate of the brand changed against the run before.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: ComparisonVerdict, description: 'What can be said of it.' }),
    previousRun: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'The run it is compared with; null for the first, and where that was deleted.',
      resolve: ({ previousRunId }, _, context) =>
        previousRunId === null ? null : context.load(readRuns, previousRunId),
    }),
    prompts: t.exposeInt('prompts', { description: 'Prompts that both runs have answers to.' }),
    difference: t.exposeFloat('difference', {
      nullable: true,
      description: 'Mention rate now less then, on what both asked, −1…1; null where nothing is compared.',
    }),
    low: t.exposeFloat('low', {
      nullable: true,
      description: 'Lower end of the 95 % interval of the difference.',
    }),
    high: t.exposeFloat('high', {
      nullable: true,
      description: 'Upper end of the 95 % interval of the difference.',
    }),
    pValue: t.exposeFloat('pValue', {
      nullable: true,
      description: 'Of the sign-flip test over prompts, two-sided; null where nothing is compared.',
    }),
    adjustedVerdict: t.expose('adjustedVerdict', {
      type: ComparisonVerdict,
      nullable: true,
      description:
        'The verdict when all parts of its kind are looked at together, such as all providers (Holm): the chance of any false alarm among them is 5 %. Null where it was judged alone.',
    }),
    stability: t.exposeFloat('stability', { nullable: true, description: aboutMetric('stability') }),
  }),
})
