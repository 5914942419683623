import { z } from 'zod'
import { type Enumeration, enumSchema } from '../../definitions/enumeration.ts'
import { facts } from '../../definitions/facts.ts'
import type { SetupStatus, SiteFailure } from '../../generated/prisma/enums.ts'
import { competitorDefinition } from '../competitors/definition.ts'

/** The states of the setup of a project. */
export const SETUP_STATUSES = {
  none: 'No setup was ever started.',
  queued: 'Queued.',
  running: 'The website is being read.',
  completed: 'Ended, with proposals.',
  failed: 'The website could not be read; the proposals come from the name alone.',
} as const satisfies Enumeration<SetupStatus>

const text = (description: string, example = 'Taskfern') =>
  z.string().describe(description).register(facts, { example })

/** Why a site could not be read; safe to log, unlike its address. */
export const SITE_FAILURES = {
  reserved: 'The address is below a reserved domain, such as example; no website exists there.',
  unreachable: 'The website did not answer in time, its name is unknown, or its address may not be called.',
  status: 'The website answered with an error or with too many redirects.',
  not_html: 'What the address leads to is no HTML page.',
  unreadable: 'The page could not be parsed.',
} as const satisfies Enumeration<SiteFailure>

/** The setup of a project: proposals made from its site, which change nothing until they are accepted. */
export const setupDefinition = z.object({
  status: enumSchema(SETUP_STATUSES, 'Its state. Its proposals wait for a decision.'),
  failure: enumSchema(SITE_FAILURES, 'Why the website could not be read; null unless it failed.').nullable(),
})

/** A brand under observation. */
export const projectDefinition = z.object({
  id: z.uuid().describe('Its id.').register(facts, { example: '019a6f2e-8c1d-7a40-9f5e-3b7c2d1e0f64' }),
  name: text('The label of the project.'),
  url: text('The website of the brand.', 'https://taskfern.example').nullable(),
  description: text('A description of the brand.').nullable(),
  displayName: text('The label of the project; the same as `name`.'),
  analysisBrandName: text('The name of the analysis brand, which answers are searched for.'),
  aliases: z.array(z.string()).describe('Other names by which the brand is recognized.'),
  domains: z.array(z.string()).describe('Further domains of the brand, beside that of its website.'),
  location: text('The home market of the brand; `global` for none in particular.', 'global'),
  defaultProviders: z
    .array(z.string())
    .describe('The default providers of new prompts; some may no longer be configured.'),
  competitors: z.array(competitorDefinition).describe('The brands tracked beside it, in their order.'),
  setup: setupDefinition.describe('Its setup.'),
  createdAt: z.date().describe('When it was created.'),
  updatedAt: z.date().describe('When it was last changed.'),
})
