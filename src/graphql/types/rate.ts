import { RATE_METHODS, type Rate, rateDefinition } from '../../metrics/definitions.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'

const RateMethod = enumType('RateMethod', {
  description: 'How an interval was computed.',
  values: RATE_METHODS,
})

const of = fieldsOf(rateDefinition)
/** A share, what it was computed from, and how far it can be trusted. */
export const RateType = builder.objectRef<Rate>('Rate').implement({
  description: 'A share, its counts, and its 95 % interval.',
  fields: (t) => ({
    value: t.exposeFloat('value', of('value')),
    numerator: t.exposeInt('numerator', of('numerator')),
    denominator: t.exposeInt('denominator', of('denominator')),
    low: t.exposeFloat('low', of('low')),
    high: t.exposeFloat('high', of('high')),
    method: t.expose('method', { type: RateMethod, ...of('method') }),
  }),
})
