import {
  absenceDefinition,
  answersNeededDefinition,
  domainShareDefinition,
  type ScopeFigures as Figures,
  METRICS,
  neededForChangeDefinition,
  ownerShareDefinition,
  SHARE_OF_VOICE_PROMPTS,
  sampleDefinition,
  scopeMetricsDefinition,
  sourceSharesDefinition,
} from '../../metrics/definitions.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { exposeFields, objectType, PROMPT_COUNT } from '../foundation/derive.ts'

enumType('ShareOfVoicePrompts', {
  description: 'Prompts that a share of voice is computed from.',
  values: SHARE_OF_VOICE_PROMPTS,
})
objectType('Sample', sampleDefinition, 'The size of the sample that rates are computed from.', {
  rename: PROMPT_COUNT,
})
objectType(
  'Absence',
  absenceDefinition,
  'Rate of each reason why the brand is not named. Each rate has its own denominator.',
)
objectType('OwnerShare', ownerShareDefinition, 'Citations of the pages of one kind of owner.')
objectType('DomainShare', domainShareDefinition, 'Citations of the pages of one site.')
objectType('SourceShares', sourceSharesDefinition, 'Shares of owners and sites in all citations.')
objectType(
  'NeededForChange',
  neededForChangeDefinition,
  'Sample size that a run needs to detect a change of a given size.',
  { rename: PROMPT_COUNT },
)
objectType('AnswersNeeded', answersNeededDefinition, METRICS.answersNeeded.definition)

export const ScopeFigures = builder.interfaceRef<Figures>('ScopeFigures').implement({
  description:
    'Metrics of a set of answers that do not belong to a single brand, or only to the analysis brand.',
  fields: (t) => exposeFields(t, scopeMetricsDefinition),
})
