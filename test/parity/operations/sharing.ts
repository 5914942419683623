import { newId } from '../../../src/core/foundation/ids.ts'
import type { Operation } from '../operation.ts'
import { ABSENT, mutation, query, rest, tool, WITHIN_PROJECT, wrong } from './entry-parts.ts'

/** Operations on scheduled reports, shared links and the branding. */
export const SHARING_OPERATIONS: readonly Operation[] = [
  {
    ...WITHIN_PROJECT,
    name: 'read the schedule of the reports',
    rest: rest('GET /v1/settings/report-schedule', 'readReportSchedule'),
    graphql: query(['readReportSchedules'], ['viewer', 'project', 'reportSchedule']),
    otherTenant: "the schedule belongs to the key's project",
    badInput: 'it takes no input',
  },
  {
    ...WITHIN_PROJECT,
    name: 'schedule the reports',
    scope: 'write',
    input: () => ({
      enabled: false,
      hour: 7,
      timezone: 'Europe/Berlin',
      recipients: [{ email: 'a@example.com' }],
    }),
    rest: rest('PUT /v1/settings/report-schedule', 'setReportSchedule'),
    graphql: mutation('setReportSchedule', 'setReportSchedule', ['reportSchedule']),
    otherTenant: "the schedule belongs to the key's project",
    badInput: [
      wrong('an invalid hour', { hour: 24 }, ['hour']),
      wrong('a day that some months lack', { dayOfMonth: 29 }, ['dayOfMonth']),
      wrong('an unknown time zone', { timezone: 'Mars/Olympus' }, ['timezone']),
      wrong('an invalid locale', { locale: 'not a locale' }, ['locale']),
      wrong('an invalid address', { recipients: [{ email: 'x' }] }, ['recipients.0.email']),
      wrong('an address twice', { recipients: [{ email: 'a@b.co' }, { email: 'A@b.co' }] }, ['recipients']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'list the shared links',
    rest: rest('GET /v1/share-links', 'listShareLinks'),
    graphql: query(['listShareLinksOfProjects'], ['viewer', 'project', 'shareLinks']),
    otherTenant: "the links belong to the key's project",
    badInput: 'it takes no input',
  },
  {
    ...WITHIN_PROJECT,
    name: 'share a report',
    scope: 'write',
    input: () => ({ name: 'For the board', expiresInDays: 7 }),
    rest: rest('POST /v1/share-links', 'createShareLink'),
    graphql: mutation('createShareLink', 'createShareLink', []),
    mcp: tool('create_share_link', ['createShareLink'], { without: ['password', 'locale', 'timezone'] }),
    otherTenant: ({ runId }) => ({ name: 'x', runId }),
    badInput: [
      wrong('no name', { name: ' ' }, ['name']),
      wrong('too many days', { name: 'x', expiresInDays: 366 }, ['expiresInDays']),
      wrong('a short password', { name: 'x', password: 'short' }, ['password']),
    ],
  },
  {
    ...WITHIN_PROJECT,
    name: 'revoke a shared link',
    scope: 'write',
    async arrange({ world, objects }) {
      const row = {
        id: newId(),
        projectId: objects.projectId,
        name: 'To revoke',
        tokenHash: new TextEncoder().encode(newId()),
        locale: 'en-GB',
        timezone: 'UTC',
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + 86_400_000),
      }
      objects.shareLinkId = (await world.operator.db.prisma.shareLink.create({ data: row })).id
    },
    input: ({ shareLinkId = '' }) => ({ shareLinkId }),
    rest: rest('DELETE /v1/share-links/{shareLinkId}', 'revokeShareLink'),
    graphql: mutation('revokeShareLink', 'revokeShareLink', ['shareLink']),
    otherTenant: ({ shareLinkId = '' }) => ({ shareLinkId }),
    badInput: 'its input is an id',
  },
  {
    name: 'read the branding',
    as: 'organization key',
    mcp: ABSENT.fromMcp,
    cli: ABSENT.fromCli,
    rest: rest('GET /v1/organization/branding', 'readBranding'),
    graphql: query(['readBranding'], ['viewer', 'organization', 'branding'], { places: { logoUrl: 'logo' } }),
    wrongScope: 'every key is allowed',
    otherTenant: "the organization is the key's own",
    badInput: 'it takes no input',
  },
  {
    name: 'change the branding',
    as: 'admin key',
    scope: 'admin',
    mcp: ABSENT.fromMcp,
    cli: ABSENT.fromCli,
    wrongScope: { as: 'organization key', code: 'FORBIDDEN' },
    input: () => ({ name: 'Northwind Agency', color: '#7a1fa2' }),
    rest: rest('PATCH /v1/organization/branding', 'setBranding'),
    graphql: mutation('setBranding', 'setBranding', ['branding'], {
      names: { logoUrl: 'logo' },
      places: { logoUrl: 'logo' },
    }),
    otherTenant: "the organization is the key's own",
    badInput: [
      wrong('an invalid color', { color: 'red' }, ['color']),
      wrong('an SVG logo', { logoUrl: 'data:image/svg+xml;base64,AAAA' }, ['logoUrl']),
    ],
  },
]
