import { z } from 'zod'
import { enumSchema } from '../../definitions/fields/enum-schema.ts'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import { fieldMetadata } from '../../definitions/fields/field-metadata.ts'

/** Maximum number of links of a project that are neither expired nor revoked. */
export const MAXIMUM_SHARE_LINKS = 50

/** Maximum number of links in a list. */
export const LISTED_SHARE_LINKS = 100

/** Path of the pages that links open. */
export const SHARE_PATH = '/share'

/** Whether a link still works. */
export const SHARE_LINK_STATUSES = {
  active: 'The link shows the report.',
  expired: 'The link has expired.',
  revoked: 'The link was revoked.',
} as const satisfies Enumeration

/** A page that shows a report to everybody who has its link. */
export const shareLinkDefinition = z.object({
  id: z.uuid().describe('Id of the link.'),
  name: z
    .string()
    .describe('Name of the link, which its page does not show.')
    .register(fieldMetadata, { example: 'November report for the board' }),
  runId: z
    .uuid()
    .nullable()
    .describe('Run of the report; null for a live link, which always shows the latest ended run.'),
  status: enumSchema(SHARE_LINK_STATUSES, 'Whether the link still works.'),
  hasPassword: z.boolean().describe('Whether the page asks for a password.'),
  locale: z.string().describe('Language of numbers and dates.').register(fieldMetadata, { example: 'en-GB' }),
  timezone: z.string().describe('Time zone of dates.').register(fieldMetadata, { example: 'UTC' }),
  createdAt: z.date().describe('When the link was created.'),
  expiresAt: z.date().describe('When the link expires.'),
  revokedAt: z.date().nullable().describe('When the link was revoked; null if it was not.'),
  viewCount: z.int().nonnegative().describe('How often the report was shown.'),
  lastViewedAt: z.date().nullable().describe('When the report was last shown; null if it never was.'),
})

/** A link with its project. */
export interface ShareLinkRecord extends z.output<typeof shareLinkDefinition> {
  projectId: string
}

/** Response to the creation of a link. */
export const createdShareLinkDefinition = z.object({
  shareLink: shareLinkDefinition.describe('The new link.'),
  url: z
    .string()
    .describe(
      'Address of the page. It is shown only once. Only its path if the installation has no public URL.',
    )
    .register(fieldMetadata, { example: 'https://answergraph.example/share/4T…' }),
})
