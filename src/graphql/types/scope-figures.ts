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
  scopeFiguresDefinition,
  sourceSharesDefinition,
} from '../../metrics/definitions.ts'
import { builder } from '../builder.ts'
import { enumType, fieldsOf } from '../define.ts'
import { CitationOwnerType } from './observation.ts'
import { RateType } from './rate.ts'

const ofSample = fieldsOf(sampleDefinition)
const Sample = builder.objectRef<Figures['sample']>('Sample').implement({
  description: 'The size of the sample that rates are computed from.',
  fields: (t) => ({
    prompts: t.exposeInt('prompts', ofSample('prompts')),
    answers: t.exposeInt('answers', ofSample('answers')),
    replicates: t.exposeInt('replicates', ofSample('replicates')),
  }),
})

const ShareOfVoicePrompts = enumType('ShareOfVoicePrompts', {
  description: 'Over which prompts a share of voice is.',
  values: SHARE_OF_VOICE_PROMPTS,
})

const ofAbsence = fieldsOf(absenceDefinition)
const Absence = builder.objectRef<Figures['absence']>('Absence').implement({
  description: 'Rates of each reason why the brand is not named; each has its own denominator.',
  fields: (t) => ({
    notNamed: t.expose('notNamed', { type: RateType, ...ofAbsence('notNamed') }),
    denied: t.expose('denied', { type: RateType, ...ofAbsence('denied') }),
    refused: t.expose('refused', { type: RateType, ...ofAbsence('refused') }),
    notShown: t.expose('notShown', { type: RateType, ...ofAbsence('notShown') }),
    failed: t.expose('failed', { type: RateType, ...ofAbsence('failed') }),
  }),
})

const ofOwner = fieldsOf(ownerShareDefinition)
const OwnerShare = builder.objectRef<Figures['sources']['owners'][number]>('OwnerShare').implement({
  description: 'Citations of the pages of one kind of owner.',
  fields: (t) => ({
    owner: t.expose('owner', { type: CitationOwnerType, ...ofOwner('owner') }),
    citations: t.exposeInt('citations', ofOwner('citations')),
    share: t.expose('share', { type: RateType, ...ofOwner('share') }),
  }),
})

const ofDomain = fieldsOf(domainShareDefinition)
const DomainShare = builder.objectRef<Figures['sources']['domains'][number]>('DomainShare').implement({
  description: 'Citations of the pages of one site.',
  fields: (t) => ({
    domain: t.exposeString('domain', ofDomain('domain')),
    owner: t.expose('owner', { type: CitationOwnerType, ...ofDomain('owner') }),
    competitorId: t.exposeString('competitorId', ofDomain('competitorId')),
    citations: t.exposeInt('citations', ofDomain('citations')),
    share: t.expose('share', { type: RateType, ...ofDomain('share') }),
    citationRate: t.expose('citationRate', { type: RateType, ...ofDomain('citationRate') }),
    retrievedRate: t.expose('retrievedRate', { type: RateType, ...ofDomain('retrievedRate') }),
  }),
})

const ofSources = fieldsOf(sourceSharesDefinition)
const SourceShares = builder.objectRef<Figures['sources']>('SourceShares').implement({
  description: 'The shares of owners and sites in the citations.',
  fields: (t) => ({
    citations: t.exposeInt('citations', ofSources('citations')),
    owners: t.expose('owners', { type: [OwnerShare], ...ofSources('owners') }),
    domains: t.expose('domains', { type: [DomainShare], ...ofSources('domains') }),
  }),
})

type Needed = Figures['answersNeeded']

const ofChange = fieldsOf(neededForChangeDefinition)
const NeededForChange = builder.objectRef<Needed['changes'][number]>('NeededForChange').implement({
  description: 'What a run needs to detect a change of one size.',
  fields: (t) => ({
    points: t.exposeInt('points', ofChange('points')),
    independent: t.exposeInt('independent', ofChange('independent')),
    answers: t.exposeInt('answers', ofChange('answers')),
    prompts: t.exposeInt('prompts', ofChange('prompts')),
  }),
})

const ofNeeded = fieldsOf(answersNeededDefinition)
const AnswersNeeded = builder.objectRef<Needed>('AnswersNeeded').implement({
  description: METRICS.answersNeeded.definition,
  fields: (t) => ({
    designEffect: t.exposeFloat('designEffect', ofNeeded('designEffect')),
    answersPerPrompt: t.exposeFloat('answersPerPrompt', ofNeeded('answersPerPrompt')),
    changes: t.expose('changes', { type: [NeededForChange], ...ofNeeded('changes') }),
  }),
})

const of = fieldsOf(scopeFiguresDefinition)
/** What is said of answers beside how brands fare. */
export const ScopeFigures = builder.interfaceRef<Figures>('ScopeFigures').implement({
  description: 'Figures of a set of answers that belong to no single brand, or to the analysis brand.',
  fields: (t) => ({
    metricsVersion: t.exposeInt('metricsVersion', of('metricsVersion')),
    sample: t.expose('sample', { type: Sample, ...of('sample') }),
    shareOfVoicePrompts: t.expose('shareOfVoicePrompts', {
      type: ShareOfVoicePrompts,
      ...of('shareOfVoicePrompts'),
    }),
    informativeRate: t.expose('informativeRate', { type: RateType, ...of('informativeRate') }),
    lostRate: t.expose('lostRate', { type: RateType, ...of('lostRate') }),
    absence: t.expose('absence', { type: Absence, ...of('absence') }),
    sources: t.expose('sources', { type: SourceShares, ...of('sources') }),
    answersNeeded: t.expose('answersNeeded', { type: AnswersNeeded, ...of('answersNeeded') }),
  }),
})
