import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'
import type { SetupStatus, SiteFailure } from '../../generated/prisma/enums.ts'
import { competitorDefinition } from '../competitors/definition.ts'

/** States of a project's setup. */
export const SETUP_STATUSES = {
  none: 'Setup was never started.',
  queued: 'Queued.',
  running: 'Setup is reading the website.',
  completed: 'Setup ended with proposals.',
  failed: 'Setup could not read the website; the proposals are based on the name alone.',
} as const satisfies Enumeration<SetupStatus>

const text = (description: string, example = 'Taskfern') =>
  z.string().describe(description).register(fieldMetadata, { example })

/** Reasons why a site could not be read. Unlike the address, they are safe to log. */
export const SITE_FAILURES = {
  reserved: 'The address is in a reserved domain, such as .example, which has no websites.',
  unreachable:
    'The website did not respond in time, its host name does not resolve, or its address is not allowed.',
  status: 'The website responded with an error or redirected too often.',
  not_html: 'The address does not lead to an HTML page.',
  unreadable: 'The page could not be parsed.',
} as const satisfies Enumeration<SiteFailure>

/** Setup of a project: proposals derived from its site. They have no effect until they are accepted. */
export const setupDefinition = z.object({
  status: enumSchema(
    SETUP_STATUSES,
    'State of the setup. Its proposals take effect only when they are accepted.',
  ),
  failure: enumSchema(SITE_FAILURES, 'Why the website could not be read; null unless it failed.').nullable(),
})

/** A project, which tracks one brand. */
export const projectDefinition = z.object({
  id: z
    .uuid()
    .describe('ID of the project.')
    .register(fieldMetadata, { example: '019a6f2e-8c1d-7a40-9f5e-3b7c2d1e0f64' }),
  name: text('Label of the project.'),
  url: text('Website of the brand.', 'https://taskfern.example').nullable(),
  description: text('Description of the brand.').nullable(),
  displayName: text('Label of the project. Same as `name`.'),
  analysisBrandName: text('Name of the brand to look for in answers.'),
  aliases: z.array(z.string()).describe('Other names of the brand that count as mentions.'),
  domains: z
    .array(z.string())
    .describe("Additional domains of the brand, in addition to its website's domain."),
  location: text('Home market of the brand, or `global`.', 'global'),
  defaultProviders: z
    .array(z.string())
    .describe('Default providers of new prompts. Some may no longer be configured.'),
  replicates: z
    .int()
    .describe('How often a run asks each question, 1–10.')
    .register(fieldMetadata, { example: 1 }),
  competitors: z.array(competitorDefinition).describe('Tracked competitors, in display order.'),
  setup: setupDefinition.describe('Setup of the project.'),
  createdAt: z.date().describe('When the project was created.'),
  updatedAt: z.date().describe('When the project was last changed.'),
})
