import type { Rate } from '../../metrics/rates.ts'
import { builder } from '../builder.ts'

const RateMethod = builder.enumType('RateMethod', {
  description: 'How an interval was computed.',
  values: {
    WILSON: { value: 'wilson', description: 'The Wilson score interval of a share.' },
    BOOTSTRAP: { value: 'bootstrap', description: 'The percentile bootstrap, resampling prompts.' },
  } as const,
})

/** A share, what it was computed from, and how far it can be trusted. */
export const RateType = builder.objectRef<Rate>('Rate').implement({
  description: 'A share, what it was computed from, and its 95 % interval.',
  fields: (t) => ({
    value: t.exposeFloat('value', { nullable: true, description: '0…1; null when nothing was counted.' }),
    numerator: t.exposeInt('numerator', { description: 'What was counted.' }),
    denominator: t.exposeInt('denominator', { description: 'Out of how many.' }),
    low: t.exposeFloat('low', { nullable: true, description: 'Lower end of the 95 % interval.' }),
    high: t.exposeFloat('high', { nullable: true, description: 'Upper end of the 95 % interval.' }),
    method: t.expose('method', { type: RateMethod, description: 'How the interval was computed.' }),
  }),
})
