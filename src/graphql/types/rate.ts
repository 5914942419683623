import { RATE_METHODS, rateDefinition } from '../../metrics/definitions.ts'
import { enumType } from '../foundation/define.ts'
import { objectType } from '../foundation/derive.ts'

enumType('RateMethod', { description: 'How an interval was computed.', values: RATE_METHODS })

export const RateType = objectType('Rate', rateDefinition, 'A share, its counts, and its 95 % interval.')
