import { type CreatedShareLink, createShareLink } from '../../core/share-links/create.ts'
import {
  createdShareLinkDefinition,
  LISTED_SHARE_LINKS,
  SHARE_LINK_STATUSES,
  type ShareLinkRecord,
  shareLinkDefinition,
} from '../../core/share-links/definition.ts'
import { listShareLinksOfProjects, readShareLinks } from '../../core/share-links/read.ts'
import { revokeShareLink } from '../../core/share-links/revoke.ts'
import { builder } from '../foundation/builder.ts'
import { enumType, fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf } from '../foundation/global-id.ts'
import { namedProject, omitNullish } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { loadProject, Project } from './project.ts'
import { ABOUT } from './project-mutations.ts'

const ShareLinkStatus = enumType('ShareLinkStatus', {
  description: 'Whether a link to a report still works.',
  values: SHARE_LINK_STATUSES,
})

const of = fieldsOf(shareLinkDefinition)
const ShareLink = builder.objectRef<ShareLinkRecord>('ShareLink')

builder.node(ShareLink, {
  description: 'A page that shows a report to everybody who has its link.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    name: t.exposeString('name', of('name')),
    runId: t.exposeID('runId', of('runId')),
    status: t.expose('status', { type: ShareLinkStatus, ...of('status') }),
    hasPassword: t.exposeBoolean('hasPassword', of('hasPassword')),
    locale: t.exposeString('locale', of('locale')),
    timezone: t.exposeString('timezone', of('timezone')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', ...of('expiresAt') }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', ...of('revokedAt') }),
    viewCount: t.exposeInt('viewCount', of('viewCount')),
    lastViewedAt: t.expose('lastViewedAt', { type: 'DateTime', ...of('lastViewedAt') }),
    project: t.field({
      type: Project,
      description: 'Project of the report.',
      resolve: ({ projectId }, _, context) => loadProject(context, projectId),
    }),
  }),
})

registerNode(ShareLink, ({ ctx }, ids) => readShareLinks({ ctx, input: { ids } }))

builder.objectField(Project, 'shareLinks', (t) =>
  t.field({
    type: [ShareLink],
    nullable: true,
    extensions: { items: LISTED_SHARE_LINKS },
    description: `Links to reports of the project, the latest ${LISTED_SHARE_LINKS}, newest first.`,
    resolve: ({ id }, _, { load }) => load(listShareLinksOfProjects, id),
  }),
)

const CreateShareLinkInput = builder.inputType('CreateShareLinkInput', {
  description: 'A link to create.',
  fields: (t) => ({
    projectId: t.id({ description: ABOUT.projectId }),
    name: t.string({ required: true, description: 'Name of the link, which its page does not show.' }),
    runId: t.id({
      description:
        'databaseId or global id of the run of the report. Omit it for a live link, which always shows the latest ended run.',
    }),
    expiresInDays: t.int({ description: 'Days until the link expires, 1–365; defaults to 30.' }),
    password: t.string({
      description: 'Password that the page asks for, 8–128 characters; none by default.',
    }),
    locale: t.string({ description: 'Language of numbers and dates, such as `de-DE`.' }),
    timezone: t.string({ description: 'IANA time zone of dates, such as `Europe/Berlin`.' }),
  }),
})

const ofCreated = fieldsOf(createdShareLinkDefinition)
const CreateShareLinkPayload = builder.objectRef<CreatedShareLink>('CreateShareLinkPayload').implement({
  description: 'The new link.',
  fields: (t) => ({
    shareLink: t.expose('shareLink', { type: ShareLink, description: 'The new link.' }),
    url: t.exposeString('url', ofCreated('url')),
  }),
})

builder.mutationField('createShareLink', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: CreateShareLinkPayload,
    description:
      'Creates a link to a page that shows a report without an account. For keys of the project with the scope write, and for signed-in admins.',
    args: { input: t.arg({ type: CreateShareLinkInput, required: true, description: 'The link.' }) },
    resolve: (_, { input: { projectId, name, runId, ...rest } }, { ctx }) =>
      createShareLink({
        ctx,
        input: {
          ...namedProject(projectId),
          name,
          ...(runId != null && { runId: databaseIdOf(runId, 'AnalysisRun') }),
          ...omitNullish(rest),
        },
      }),
  }),
)

const RevokeShareLinkInput = builder.inputType('RevokeShareLinkInput', {
  description: 'The link to revoke.',
  fields: (t) => ({
    shareLinkId: t.id({ required: true, description: 'databaseId or global id of the link.' }),
  }),
})

const RevokeShareLinkPayload = builder
  .objectRef<{ shareLink: ShareLinkRecord }>('RevokeShareLinkPayload')
  .implement({
    description: 'The revoked link.',
    fields: (t) => ({
      shareLink: t.expose('shareLink', { type: ShareLink, description: 'The revoked link.' }),
    }),
  })

builder.mutationField('revokeShareLink', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: RevokeShareLinkPayload,
    description: 'Revokes a link. Its page no longer shows the report.',
    args: { input: t.arg({ type: RevokeShareLinkInput, required: true, description: 'The link.' }) },
    resolve: async (_, { input }, { ctx }) => ({
      shareLink: await revokeShareLink({
        ctx,
        input: { shareLinkId: databaseIdOf(input.shareLinkId, 'ShareLink') },
      }),
    }),
  }),
)
