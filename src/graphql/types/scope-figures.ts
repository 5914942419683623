import type { AnswersNeeded } from '../../metrics/answers-needed.ts'
import type { DomainShare, SourceShares } from '../../metrics/source-shares.ts'
import type { ScopeSummary } from '../../metrics/summarize.ts'
import { builder } from '../builder.ts'
import { aboutMetric } from './about-metric.ts'
import { CitationOwner } from './observation.ts'
import { RateType } from './rate.ts'

const Sample = builder.objectRef<ScopeSummary['sample']>('Sample').implement({
  description: 'What rates are computed from.',
  fields: (t) => ({
    prompts: t.exposeInt('prompts', { description: 'Prompts that were answered.' }),
    answers: t.exposeInt('answers', { description: 'Their answers.' }),
    replicates: t.exposeInt('replicates', {
      description: 'The most answers of one prompt, provider and location.',
    }),
  }),
})

const ShareOfVoicePrompts = builder.enumType('ShareOfVoicePrompts', {
  description: 'Over which prompts a share of voice is.',
  values: {
    UNBRANDED: { value: 'unbranded', description: 'Those that do not name the analysis brand.' },
    ALL: { value: 'all', description: 'All: each of them names it.' },
  } as const satisfies Record<string, { value: ScopeSummary['shareOfVoicePrompts']; description: string }>,
})

const Absence = builder.objectRef<ScopeSummary['absence']>('Absence').implement({
  description: 'Why the brand is not seen, each with the denominator that fits it.',
  fields: (t) => ({
    notNamed: t.expose('notNamed', { type: RateType, description: aboutMetric('notNamedRate') }),
    denied: t.expose('denied', { type: RateType, description: aboutMetric('denialRate') }),
    refused: t.expose('refused', { type: RateType, description: aboutMetric('refusedRate') }),
    notShown: t.expose('notShown', { type: RateType, description: aboutMetric('notShownRate') }),
    failed: t.expose('failed', { type: RateType, description: aboutMetric('failedRate') }),
  }),
})

const OwnerShare = builder.objectRef<SourceShares['owners'][number]>('OwnerShare').implement({
  description: 'Citations of the pages of one kind of owner.',
  fields: (t) => ({
    owner: t.expose('owner', { type: CitationOwner, description: 'Whose pages.' }),
    citations: t.exposeInt('citations', { description: 'How often they are cited.' }),
    share: t.expose('share', { type: RateType, description: 'Of all citations.' }),
  }),
})

const DomainShareType = builder.objectRef<DomainShare>('DomainShare').implement({
  description: 'Citations of the pages of one site.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'Its registrable domain.' }),
    owner: t.expose('owner', { type: CitationOwner, description: 'Whose most of its pages are.' }),
    competitorId: t.exposeString('competitorId', {
      nullable: true,
      description: 'The databaseId of the competitor whose site it is.',
    }),
    citations: t.exposeInt('citations', { description: 'How often its pages are cited.' }),
    share: t.expose('share', { type: RateType, description: 'Of all citations.' }),
    citationRate: t.expose('citationRate', { type: RateType, description: aboutMetric('citationRate') }),
    retrievedRate: t.expose('retrievedRate', { type: RateType, description: aboutMetric('retrievedRate') }),
  }),
})

const SourceSharesType = builder.objectRef<SourceShares>('SourceShares').implement({
  description: 'Where the citations of answers lead.',
  fields: (t) => ({
    citations: t.exposeInt('citations', {
      description: 'All citations; pages that are only listed do not count.',
    }),
    owners: t.expose('owners', {
      type: [OwnerShare],
      description: 'By whose page it is; the shares add up to 1.',
    }),
    domains: t.expose('domains', {
      type: [DomainShareType],
      description: 'The ten that are cited most often.',
    }),
  }),
})

const NeededForChange = builder.objectRef<AnswersNeeded['changes'][number]>('NeededForChange').implement({
  description: 'What a run needs to see one size of change.',
  fields: (t) => ({
    points: t.exposeInt('points', { description: 'The change, in percentage points.' }),
    independent: t.exposeInt('independent', { description: 'Answers, were they independent.' }),
    answers: t.exposeInt('answers', { description: 'Answers, clustered by prompt as these are.' }),
    prompts: t.exposeInt('prompts', { description: 'Prompts that give so many answers.' }),
  }),
})

const AnswersNeededType = builder.objectRef<AnswersNeeded>('AnswersNeeded').implement({
  description: aboutMetric('answersNeeded'),
  fields: (t) => ({
    designEffect: t.exposeFloat('designEffect', {
      nullable: true,
      description:
        'By how much answers of one prompt inflate the variance; null where it cannot be told, and the worst is assumed.',
    }),
    answersPerPrompt: t.exposeFloat('answersPerPrompt', {
      nullable: true,
      description: 'How many answers a prompt has; null without any.',
    }),
    changes: t.expose('changes', {
      type: [NeededForChange],
      description: 'For changes of several sizes; none without an answer.',
    }),
  }),
})

/** What is said of answers beside how brands fare. */
export const ScopeFigures = builder.interfaceRef<Omit<ScopeSummary, 'results'>>('ScopeFigures').implement({
  description: 'Figures of a set of answers that belong to no single brand, or to the analysis brand.',
  fields: (t) => ({
    metricsVersion: t.exposeInt('metricsVersion', {
      description:
        'Of the definitions these figures were computed by; 0 for older ones, which lack what is newer.',
    }),
    sample: t.expose('sample', { type: Sample, description: 'What the rates are computed from.' }),
    shareOfVoicePrompts: t.expose('shareOfVoicePrompts', {
      type: ShareOfVoicePrompts,
      description: 'The prompts that shares of voice and of mentions are over.',
    }),
    informativeRate: t.expose('informativeRate', {
      type: RateType,
      description: aboutMetric('informativeRate'),
    }),
    absence: t.expose('absence', { type: Absence, description: 'Why the brand is not seen.' }),
    sources: t.expose('sources', { type: SourceSharesType, description: 'Where the citations lead.' }),
    answersNeeded: t.expose('answersNeeded', {
      type: AnswersNeededType,
      description: aboutMetric('answersNeeded'),
    }),
  }),
})
