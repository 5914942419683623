import { enumType } from '../foundation/define.ts'
import { GRAPHQL_ERRORS } from '../foundation/errors.ts'

/** The values of `extensions.code`. No field returns them; the enum gives clients a type for them. */
enumType('ErrorCode', { description: 'The values of `extensions.code` in errors.', values: GRAPHQL_ERRORS })
