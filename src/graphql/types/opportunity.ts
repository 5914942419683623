import { PAGE_CHECKS } from '../../core/cited-pages/definition.ts'
import { isMeasuredKey } from '../../core/foundation/measured-page.ts'
import { readMembers } from '../../core/members/read.ts'
import {
  citedPageDefinition,
  citedSiteDefinition,
  namedCompetitorDefinition,
  OPPORTUNITY_KINDS,
  OPPORTUNITY_STATUSES,
  type OpportunityQuote,
  opportunityDefinition,
  opportunityEvidenceDefinition,
  opportunityOutcomeDefinition,
  opportunityQuoteDefinition,
} from '../../core/opportunities/foundation/definition.ts'
import {
  countOpportunities,
  listOpportunities,
  type RankedOpportunity,
  rankedKey,
  readOpportunities,
} from '../../core/opportunities/list.ts'
import type { ListedOpportunity } from '../../core/opportunities/row.ts'
import { readResultsByIds } from '../../core/results/read.ts'
import { readRuns } from '../../core/runs/read.ts'
import { loadedParts } from '../documents/loaded-parts.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { exposeFields, objectType, PROMPT_COUNT } from '../foundation/derive.ts'
import { omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { readConnection } from '../foundation/page.ts'
import { Member } from './member.ts'
import { loadProject, Project } from './project.ts'
import { AnalysisResult } from './result.ts'
import { AnalysisRun } from './run.ts'

const OpportunityKindType = enumType('OpportunityKind', {
  description: 'Kind of an opportunity.',
  values: OPPORTUNITY_KINDS,
})

export const OpportunityStatusType = enumType('OpportunityStatus', {
  description: 'Status of an opportunity.',
  values: OPPORTUNITY_STATUSES,
})

objectType(
  'NamedCompetitor',
  namedCompetitorDefinition,
  'A competitor that answers name instead of the brand.',
)
objectType('CitedSite', citedSiteDefinition, 'A site that answers without the brand cite.')
enumType('PageCheck', { description: 'Whether a cited page names the brand.', values: PAGE_CHECKS })
objectType('CitedPage', citedPageDefinition, 'A page that answers cite.')
objectType('OpportunityEvidence', opportunityEvidenceDefinition, 'What the answers of a run show.', {
  rename: PROMPT_COUNT,
})

objectType(
  'OpportunityOutcome',
  opportunityOutcomeDefinition,
  'The mention rate before and after an opportunity was done.',
  {
    omit: ['baselineRunId', 'runIds'],
    rename: PROMPT_COUNT,
    fields: (t) => ({
      baselineRun: t.field({
        type: AnalysisRun,
        nullable: true,
        description: 'The last run before the opportunity was done; null if it was deleted.',
        resolve: ({ baselineRunId }, _, { load }) => load(readRuns, baselineRunId),
      }),
      runsAfter: t.field({
        type: [AnalysisRun],
        description:
          'The first runs that started after the opportunity was done, oldest first, at most three.',
        resolve: async ({ runIds }, _, { load }) => {
          const runs = await Promise.all(runIds.map((id) => load(readRuns, id)))
          return runs.filter((run) => run !== null)
        },
      }),
    }),
  },
)

const OpportunityQuoteType = builder.objectRef<OpportunityQuote>('OpportunityQuote').implement({
  description: 'A passage of an answer that names a competitor and not the brand.',
  fields: (t) => ({
    ...exposeFields(t, opportunityQuoteDefinition, { omit: ['resultId'] }),
    result: t.field({
      type: AnalysisResult,
      nullable: true,
      description: 'Result with the answer; null if its run was deleted.',
      resolve: ({ resultId }, _, { load }, info) =>
        load(readResultsByIds, resultId, { include: loadedParts(info) }),
    }),
  }),
})

const of = fieldsOf(opportunityDefinition)
export const Opportunity = builder.objectRef<ListedOpportunity>('Opportunity')

builder.node(Opportunity, {
  description: 'Something that can make answers mention the brand more often, with the evidence for it.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    ...exposeFields(t, opportunityDefinition, { omit: ['id', 'assigneeId', 'runId', 'quotes'] }),
    quotes: t.expose('quotes', { type: [OpportunityQuoteType], ...of('quotes') }),
    assignee: t.field({
      type: Member,
      nullable: true,
      description: 'Member who deals with the opportunity; null if nobody does, and for API keys.',
      resolve: ({ assigneeId }, _, { load }) => (assigneeId === null ? null : load(readMembers, assigneeId)),
    }),
    run: t.field({
      type: AnalysisRun,
      nullable: true,
      description: 'Latest run whose answers show the opportunity; null if it was deleted.',
      resolve: ({ runId }, _, { load }) => load(readRuns, runId),
    }),
    project: t.field({
      type: Project,
      description: 'Project of the opportunity.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(Opportunity, ({ ctx }, ids) => readOpportunities({ ctx, input: { ids } }))

const OpportunityConnection = builder.connectionObject(
  { type: Opportunity, name: 'OpportunityConnection', description: 'A page of opportunities.' },
  { name: 'OpportunityEdge', description: 'An opportunity and its position in the list.' },
)

builder.objectField(Project, 'opportunities', (t) =>
  t.connection(
    {
      type: Opportunity,
      nullable: true,
      description:
        'What to do next, largest expected gain first, from the answers of the latest run with results. Open opportunities are listed while the latest run shows them.',
      args: {
        status: t.arg({ type: OpportunityStatusType, description: 'Only opportunities with this status.' }),
        kind: t.arg({ type: OpportunityKindType, description: 'Only opportunities of this kind.' }),
      },
      resolve: ({ id }, { status, kind, ...args }, { load }) => {
        const filter = omitNullish({ status, kind })
        return readConnection<RankedOpportunity>(args, {
          listId: `opportunities:${id}:${status ?? ''}:${kind ?? ''}`,
          isKey: isMeasuredKey,
          keyOf: rankedKey,
          items: (page) => load(listOpportunities, id, { page, filter }),
          countAll: () => load(countOpportunities, id, { filter }),
        })
      },
    },
    OpportunityConnection,
  ),
)
