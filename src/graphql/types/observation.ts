import { readCompetitors } from '../../core/competitors/read.ts'
import type {
  CitedSource,
  CompetitorObservation,
  JudgeNote,
  Observation,
} from '../../core/results/observation.ts'
import type { SentimentLabel, Span } from '../../extraction/observation.ts'
import { builder } from '../builder.ts'
import { Competitor } from './competitor.ts'

const SentimentLabelType = builder.enumType('SentimentLabel', {
  description: 'How a brand is spoken of.',
  values: {
    POSITIVE: { value: 'positive', description: 'In its favour.' },
    NEUTRAL: { value: 'neutral', description: 'Neither way.' },
    NEGATIVE: { value: 'negative', description: 'Against it.' },
  } as const satisfies Record<string, { value: SentimentLabel; description: string }>,
})

const TextSpan = builder.objectRef<Span>('TextSpan').implement({
  description: 'A stretch of `answer`.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Its first UTF-16 code unit.' }),
    end: t.exposeInt('end', { description: 'The UTF-16 code unit after its last.' }),
  }),
})

/** How the answer names the analysis brand. */
export const BrandMention = builder.objectRef<Observation['brand']>('BrandMention').implement({
  description: 'How the answer names the analysis brand.',
  fields: (t) => ({
    mentioned: t.exposeBoolean('mentioned', { description: 'Whether it is named.' }),
    denied: t.exposeBoolean('denied', { description: 'Named only to say that nothing is known of it.' }),
    mentionCount: t.exposeInt('mentionCount', { description: 'How often it is named.' }),
    firstOffset: t.exposeInt('firstOffset', {
      nullable: true,
      description: 'UTF-16 offset of the first mention in `answer`.',
    }),
    position: t.exposeInt('position', {
      nullable: true,
      description: 'Order of first mention among all tracked brands, 1-based.',
    }),
    spans: t.expose('spans', { type: [TextSpan], description: 'Where it is named.' }),
  }),
})

const Opinion = builder.objectRef<NonNullable<SentimentRecord['evidence']>[number]>('Opinion').implement({
  description: 'A clause of `answer` that speaks for or against the analysis brand.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Its first UTF-16 code unit in `answer`.' }),
    end: t.exposeInt('end', { description: 'The UTF-16 code unit after its last.' }),
    text: t.exposeString('text', { description: 'Its words.' }),
    label: t.expose('label', { type: SentimentLabelType, description: 'Which way it speaks.' }),
  }),
})

type SentimentRecord = Observation['sentiment']

/** How the answer speaks of the analysis brand. */
export const Sentiment = builder.objectRef<SentimentRecord>('Sentiment').implement({
  description: 'How the answer speaks of the analysis brand, per mention.',
  fields: (t) => ({
    label: t.expose('label', {
      type: SentimentLabelType,
      nullable: true,
      description: 'On the whole; null without a mention.',
    }),
    score: t.exposeFloat('score', { nullable: true, description: '−1…1; null without a mention.' }),
    positive: t.exposeInt('positive', { description: 'Mentions in its favour.' }),
    neutral: t.exposeInt('neutral', { description: 'Mentions neither way.' }),
    negative: t.exposeInt('negative', { description: 'Mentions against it.' }),
    evidence: t.expose('evidence', {
      type: [Opinion],
      nullable: true,
      description:
        'The clauses that speak for or against it; null for answers read by extraction version 1 or 2.',
    }),
  }),
})

/** How the answer names a competitor. */
export const CompetitorMention = builder.objectRef<CompetitorObservation>('CompetitorMention').implement({
  description: 'How the answer names a competitor.',
  fields: (t) => ({
    competitorId: t.exposeString('id', { description: 'The databaseId of the competitor.' }),
    competitor: t.field({
      type: Competitor,
      nullable: true,
      description: 'The competitor as it is now; null once it is tracked no more.',
      resolve: ({ id }, _, context) => context.load(readCompetitors, id),
    }),
    name: t.exposeString('name', { description: 'Its name when the analysis began.' }),
    mentioned: t.exposeBoolean('mentioned', { description: 'Whether it is named.' }),
    mentionCount: t.exposeInt('mentionCount', { description: 'How often it is named.' }),
    position: t.exposeInt('position', {
      nullable: true,
      description: 'Order of first mention among all tracked brands, 1-based.',
    }),
    sentiment: t.exposeFloat('sentiment', { nullable: true, description: '−1…1; null without a mention.' }),
    sentimentLabel: t.expose('sentimentLabel', {
      type: SentimentLabelType,
      nullable: true,
      description: 'On the whole; null without a mention.',
    }),
    recommended: t.exposeBoolean('recommended', { description: 'Whether the answer recommends it.' }),
    rank: t.exposeInt('rank', {
      nullable: true,
      description: 'Its rank in the list that answers the prompt, 1-based.',
    }),
  }),
})

const CitationKind = builder.enumType('CitationKind', {
  description: 'What a source is to an answer.',
  values: {
    CITED: { value: 'cited', description: 'The answer refers to it.' },
    RETRIEVED: { value: 'retrieved', description: 'The surface only lists it as a source.' },
  } as const satisfies Record<string, { value: CitedSource['kind']; description: string }>,
})

/** Whose page a source is. */
export const CitationOwner = builder.enumType('CitationOwner', {
  description: 'Whose page a source is.',
  values: {
    BRAND: { value: 'brand', description: 'The analysis brand’s own.' },
    COMPETITOR: { value: 'competitor', description: 'That of a tracked competitor.' },
    THIRD_PARTY: { value: 'third_party', description: 'Anybody else’s.' },
  } as const satisfies Record<string, { value: CitedSource['owner']; description: string }>,
})

/** A source of the answer. */
export const Citation = builder.objectRef<CitedSource>('Citation').implement({
  description: 'A source of the answer.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Order of first citation, 1-based.' }),
    url: t.expose('url', { type: 'URL', description: 'Its address, without tracking parameters.' }),
    title: t.exposeString('title', { nullable: true, description: 'Its title as the surface gives it.' }),
    domain: t.exposeString('domain', { description: 'Its registrable domain.' }),
    kind: t.expose('kind', { type: CitationKind, description: 'What it is to the answer.' }),
    owner: t.expose('owner', { type: CitationOwner, description: 'Whose page it is.' }),
    competitorId: t.exposeString('competitorId', {
      nullable: true,
      description: 'The databaseId of the competitor whose page it is.',
    }),
    spans: t.expose('spans', {
      type: [TextSpan],
      nullable: true,
      description: 'Where the answer refers to it; null for answers read by extraction version 1 or 2.',
    }),
  }),
})

/** The part that a judge had in a reading. */
export const Judgement = builder.objectRef<JudgeNote>('Judgement').implement({
  description:
    'The part a language model had in the reading: sentiment and strength are its labels, as far as it gave any.',
  fields: (t) => ({
    model: t.exposeString('model', { description: 'The model.' }),
    promptVersion: t.exposeInt('promptVersion', { description: 'Version of what it was told.' }),
    judged: t.exposeInt('judged', { description: 'Mentions that it labelled.' }),
    agreed: t.exposeInt('agreed', { description: 'Those of them on which the rules say the same.' }),
  }),
})
