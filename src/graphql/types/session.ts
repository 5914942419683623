import { type SessionRecord, sessionDefinition } from '../../core/sessions/definition.ts'
import { endOtherSessions, endSession } from '../../core/sessions/end.ts'
import { countSessions, listSessions, readSessions } from '../../core/sessions/read.ts'
import { builder } from '../foundation/builder.ts'
import { fieldsOf } from '../foundation/define.ts'
import { failsWith } from '../foundation/field-extensions.ts'
import { databaseIdOf, globalIdOf } from '../foundation/global-id.ts'
import { namingFields } from '../foundation/input.ts'
import { registerNode } from '../foundation/node-registry.ts'
import { readConnectionById } from '../foundation/page.ts'
import { Viewer } from './viewer.ts'

const of = fieldsOf(sessionDefinition)
const Session = builder.objectRef<SessionRecord>('Session')

builder.node(Session, {
  description: 'A browser or program in which a member is signed in. Only the member can see it.',
  id: { resolve: ({ id }) => id },
  fields: (t) => ({
    databaseId: t.exposeString('id', of('id')),
    current: t.exposeBoolean('current', of('current')),
    userAgent: t.exposeString('userAgent', of('userAgent')),
    address: t.exposeString('address', of('address')),
    createdAt: t.expose('createdAt', { type: 'DateTime', ...of('createdAt') }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', ...of('lastUsedAt') }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', ...of('expiresAt') }),
  }),
})

registerNode(Session, ({ ctx }, ids) => readSessions({ ctx, input: { ids } }))

const SessionConnection = builder.connectionObject(
  { type: Session, name: 'SessionConnection', description: 'A page of sessions.' },
  { name: 'SessionEdge', description: 'A session and its position in the list.' },
)

builder.objectField(Viewer, 'sessions', (t) =>
  t.connection(
    {
      type: Session,
      nullable: true,
      description:
        'Sessions of the signed-in member in all organizations, newest first. FORBIDDEN for API keys.',
      resolve: (_, args, { ctx }) =>
        readConnectionById(args, 'sessions', {
          items: (page) => listSessions({ ctx, input: { page } }),
          countAll: () => countSessions({ ctx }),
        }),
    },
    SessionConnection,
  ),
)

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'The session to end.',
  fields: (t) => ({
    sessionId: t.id({ required: true, description: 'databaseId or global id of the session.' }),
  }),
})

const EndSessionPayload = builder.objectRef<{ ended: string }>('EndSessionPayload').implement({
  description: 'The ended session.',
  fields: (t) => ({
    endedSessionId: t.id({
      description: 'Global id of the session.',
      resolve: ({ ended }) => globalIdOf('Session', ended),
    }),
  }),
})

builder.mutationField('endSession', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: EndSessionPayload,
    description:
      'Ends a session of the signed-in member, which may be the current session. It stops working everywhere within 5 seconds.',
    args: { input: t.arg({ type: EndSessionInput, required: true, description: 'The session to end.' }) },
    resolve: async (_, { input: { sessionId } }, { ctx }) => ({
      ended: await namingFields({ id: 'sessionId' }, () =>
        endSession({ ctx, input: { id: databaseIdOf(sessionId, 'Session') } }),
      ),
    }),
  }),
)

const EndOtherSessionsInput = builder.inputType('EndOtherSessionsInput', {
  description: 'The session to keep.',
  fields: (t) => ({
    keptSessionId: t.id({
      description: 'databaseId or global id of the session to keep; defaults to the current session.',
    }),
  }),
})

const EndOtherSessionsPayload = builder
  .objectRef<{ ended: readonly string[] }>('EndOtherSessionsPayload')
  .implement({
    description: 'The ended sessions.',
    fields: (t) => ({
      endedSessionIds: t.idList({
        description: 'Global ids of the sessions.',
        resolve: ({ ended }) => ended.map((id) => globalIdOf('Session', id)),
      }),
    }),
  })

builder.mutationField('endOtherSessions', (t) =>
  t.field({
    ...failsWith('NOT_FOUND'),
    type: EndOtherSessionsPayload,
    description:
      'Ends all sessions of the signed-in member except one. They stop working everywhere within 5 seconds.',
    args: {
      input: t.arg({ type: EndOtherSessionsInput, required: true, description: 'The session to keep.' }),
    },
    resolve: async (_, { input: { keptSessionId: id } }, { ctx }) => ({
      ended: await namingFields({ keptId: 'keptSessionId' }, () =>
        endOtherSessions({ ctx, input: id == null ? {} : { keptId: databaseIdOf(id, 'Session') } }),
      ),
    }),
  }),
)
