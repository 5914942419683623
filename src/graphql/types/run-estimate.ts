import {
  ESTIMATE_BASES,
  providerEstimateDefinition,
  runEstimateDefinition,
} from '../../core/run-estimates/definition.ts'
import { estimateRun } from '../../core/run-estimates/estimate.ts'
import { builder } from '../foundation/builder.ts'
import { enumType } from '../foundation/define.ts'
import { objectType } from '../foundation/derive.ts'
import { namingFields } from '../foundation/input.ts'
import { Project } from './project.ts'

enumType('EstimateBasis', {
  description: 'What the estimated cost of an answer is based on.',
  values: ESTIMATE_BASES,
})
objectType('ProviderEstimate', providerEstimateDefinition, 'The estimated cost of the answers of a provider.')
const RunEstimate = objectType('RunEstimate', runEstimateDefinition, 'What a run would need and show.')

builder.objectField(Project, 'runEstimate', (t) =>
  t.field({
    type: RunEstimate,
    nullable: true,
    description:
      'Estimates the answers, the cost and the precision of a run with this number of prompts and locations.',
    args: {
      promptCount: t.arg.int({ required: true, description: 'Number of active prompts.' }),
      providers: t.arg.stringList({ required: true, description: 'Tokens of the providers to ask.' }),
      locationCount: t.arg.int({ required: true, description: 'Number of locations to ask from.' }),
      replicates: t.arg.int({ required: true, description: 'How often each question is asked, 1–10.' }),
    },
    resolve: ({ id: projectId }, { promptCount, locationCount, ...rest }, { ctx }) => {
      const input = { projectId, prompts: promptCount, locations: locationCount, ...rest }
      return namingFields({ prompts: 'promptCount', locations: 'locationCount' }, () =>
        estimateRun({ ctx, input }),
      )
    },
  }),
)
