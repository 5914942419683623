import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import { type Enumeration, toEnumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import { CHANGED_METRICS, METRICS } from '../../metrics/definitions.ts'

/** How urgent an alert is, in ascending order. */
export const ALERT_SEVERITIES = {
  info: 'Good to know.',
  warning: 'Look at the alert soon.',
  critical: 'Act now.',
} as const satisfies Enumeration
export type AlertSeverity = keyof typeof ALERT_SEVERITIES

/** The rules for alerts, each with the severity that projects start with. */
const RULES = {
  metric_moved: {
    description: 'A metric of the brand moved in the whole run, for a provider or for a tag.',
    severity: 'warning',
  },
  competitor_overtook: {
    description: 'Answers mention a competitor more often than the brand, and did not before.',
    severity: 'warning',
  },
  brand_appeared: {
    description: 'Answers mention a brand that the project does not track, and did not before.',
    severity: 'info',
  },
  site_appeared: {
    description: 'Answers cite a site that they did not cite before.',
    severity: 'info',
  },
  site_lost: {
    description: 'Answers no longer cite a site that many of them cited before.',
    severity: 'warning',
  },
  brand_denied: {
    description: 'More answers say that they do not know the brand.',
    severity: 'warning',
  },
  brand_discouraged: {
    description: 'More answers advise against the brand.',
    severity: 'critical',
  },
  fact_contradicted: {
    description: 'More answers contradict a fact about the brand.',
    severity: 'warning',
  },
  provider_failed: {
    description: 'A provider answered less than half of its questions, and answered most of them before.',
    severity: 'warning',
  },
  provider_changed: {
    description: 'Answers of a provider changed their form, so that they can no longer be read.',
    severity: 'warning',
  },
  run_late: {
    description: 'A weekly run did not start on time, or has not ended after a day.',
    severity: 'warning',
  },
  credits_low: {
    description: 'The organization has fewer credits left than its last analysis used.',
    severity: 'warning',
  },
  spend_high: {
    description: 'The spending of today has reached 80 % of a daily limit.',
    severity: 'warning',
  },
} as const satisfies Record<string, { description: string; severity: AlertSeverity }>

export const ALERT_KINDS = toEnumeration(RULES)
export type AlertKind = keyof typeof RULES

/** Returns the severity of a rule in a project that has not changed it. */
export function defaultSeverity(kind: AlertKind): AlertSeverity {
  return RULES[kind].severity
}

/** The parts of a run that a metric can move in. */
export const ALERT_PARTS = {
  all: 'The whole run.',
  provider: 'The answers of a provider.',
  tag: 'The answers to the prompts with a tag.',
} as const satisfies Enumeration

/** The compared metrics, with their names for readers. */
export const ALERT_METRICS = Object.fromEntries(
  CHANGED_METRICS.map((metric) => [metric, METRICS[metric].definition]),
) as Readonly<Record<(typeof CHANGED_METRICS)[number], string>>

const share = (description: string, example: number) =>
  z.number().describe(description).register(fieldMetadata, { example })

/** The figures that show a change. */
export const alertFiguresDefinition = z.object({
  value: share('Value in this run, over the prompts that both runs asked.', 0.31),
  previousValue: share('Value in the previous run, over the same prompts.', 0.47),
  difference: share('Value minus previous value.', -0.16),
  low: share('Lower end of the 95 % interval of the difference.', -0.24),
  high: share('Upper end of the 95 % interval of the difference.', -0.08),
  pValue: share('P-value, adjusted for all changes of the run that are tested together.', 0.004),
  prompts: z.int().describe('Prompts that both runs asked.').register(fieldMetadata, { example: 40 }),
})

/** A passage of an answer that shows what the alert is about. */
export const alertQuoteDefinition = z.object({
  resultId: z.uuid().describe('Result id of the answer.'),
  prompt: z.string().describe('The prompt.').register(fieldMetadata, { example: 'Best task manager?' }),
  provider: z.string().describe('Token of the provider.').register(fieldMetadata, { example: 'chatgpt' }),
  text: z
    .string()
    .describe('The words of the passage, without Markdown.')
    .register(fieldMetadata, { example: 'Boardly is the best fit for small teams.', untrusted: true }),
})
export type AlertQuote = z.output<typeof alertQuoteDefinition>

/** Units of a provider without a readable answer. */
export const alertFailuresDefinition = z.object({
  failed: z.int().describe('Questions without an answer.').register(fieldMetadata, { example: 38 }),
  total: z.int().describe('All questions to the provider.').register(fieldMetadata, { example: 40 }),
  reason: z
    .string()
    .nullable()
    .describe('Most frequent reason of the failures.')
    .register(fieldMetadata, { example: 'The provider did not answer in 8 tries.', untrusted: true }),
})

/** Credits, or US dollars of a daily limit. */
export const alertBudgetDefinition = z.object({
  left: share('Amount that is left.', 120),
  needed: share('Credits that the last analysis used, or the daily limit in US dollars.', 400),
})

/**
 * What an alert is about, and what shows it. Fields that do not apply to the kind are null. Stored as JSON.
 */
export const alertEvidenceDefinition = z.object({
  metric: enumSchema(ALERT_METRICS, 'Metric that moved.').nullable().describe('Metric that moved.'),
  part: enumSchema(ALERT_PARTS, 'Part of the run that the metric moved in.')
    .nullable()
    .describe('Part of the run that the metric moved in.'),
  name: z
    .string()
    .nullable()
    .describe('Name of the provider, tag, competitor, brand or site, or the fact that the alert is about.')
    .register(fieldMetadata, { example: 'chatgpt', untrusted: true }),
  label: z
    .string()
    .nullable()
    .describe('Display name of the provider, if the alert is about one.')
    .register(fieldMetadata, { example: 'ChatGPT' }),
  competitorId: z.uuid().nullable().describe('The databaseId of the competitor.'),
  figures: alertFiguresDefinition.nullable().describe('Figures of a tested change.'),
  failures: alertFailuresDefinition.nullable().describe('Failures of a provider.'),
  budget: alertBudgetDefinition.nullable().describe('What is left of the credits or of a daily limit.'),
  dueAt: z.iso.datetime().nullable().describe('When a late run was due.'),
  quotes: z.array(alertQuoteDefinition).describe('At most three passages of answers.'),
})
export type AlertEvidence = z.output<typeof alertEvidenceDefinition>

/** Evidence without any content. */
export const NO_EVIDENCE: AlertEvidence = {
  metric: null,
  part: null,
  name: null,
  label: null,
  competitorId: null,
  figures: null,
  failures: null,
  budget: null,
  dueAt: null,
  quotes: [],
}

/** An alert of a project. */
export const alertDefinition = z.object({
  id: z.uuid().describe('Id of the alert.'),
  kind: enumSchema(ALERT_KINDS, 'The rule that raised the alert.'),
  severity: enumSchema(ALERT_SEVERITIES, 'How urgent the alert is.'),
  subject: z
    .string()
    .describe('What the alert is about, the same in later alerts about the same thing. Used to mute it.')
    .register(fieldMetadata, { example: 'mentionRate provider chatgpt', untrusted: true }),
  title: z.string().describe('The alert in one sentence.').register(fieldMetadata, {
    example: 'Mention rate fell from 47 % to 31 % in answers of ChatGPT.',
    untrusted: true,
  }),
  evidence: alertEvidenceDefinition.describe('Figures and quotes that support the alert.'),
  runId: z.uuid().nullable().describe('Run that the alert is about; null if there is none.'),
  previousRunId: z
    .uuid()
    .nullable()
    .describe('Run that the alert compares its run with; null without a comparison.'),
  path: z
    .string()
    .describe('Path of the page in the dashboard that shows more.')
    .register(fieldMetadata, { example: '/organizations/…/projects/…/overview' }),
  createdAt: z.date().describe('When the alert was raised.'),
})

/** An alert with its project. */
export interface AlertRecord extends z.output<typeof alertDefinition> {
  projectId: string
}
