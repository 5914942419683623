import { type SessionRecord, sessionDefinition } from '../../core/sessions/definition.ts'
import { endOtherSessions, endSession } from '../../core/sessions/end.ts'
import { countSessions, listSessions, readSessions } from '../../core/sessions/read.ts'
import { builder } from '../builder.ts'
import { fieldsOf } from '../define.ts'
import { databaseIdOf, globalIdOf } from '../global-id.ts'
import { namingFields } from '../input.ts'
import { registerNode } from '../node-registry.ts'
import { connectionOf, parsePage } from '../page.ts'
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
  { name: 'SessionEdge', description: 'A session at its place in the list.' },
)

builder.objectField(Viewer, 'sessions', (t) =>
  t.connection(
    {
      type: Session,
      nullable: true,
      description:
        'The sessions of the signed-in member, newest first, for all their organizations. FORBIDDEN for a key.',
      resolve: async (_, args, { ctx }) => {
        const listId = 'sessions'
        const page = parsePage(args, { listId })
        return connectionOf({
          items: await listSessions({ ctx, input: { page } }),
          page,
          listId,
          keyOf: ({ id }) => id,
          countAll: () => countSessions({ ctx }),
        })
      },
    },
    SessionConnection,
  ),
)

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'The session to end.',
  fields: (t) => ({
    sessionId: t.id({ required: true, description: 'Its databaseId, or its global id.' }),
  }),
})

const EndSessionPayload = builder.objectRef<{ ended: string }>('EndSessionPayload').implement({
  description: 'The ended session.',
  fields: (t) => ({
    endedSessionId: t.id({
      description: 'The global id of the session.',
      resolve: ({ ended }) => globalIdOf('Session', ended),
    }),
  }),
})

builder.mutationField('endSession', (t) =>
  t.field({
    type: EndSessionPayload,
    description:
      'Ends a session of the signed-in member, also the one of this request; within 5 seconds it is refused everywhere.',
    args: { input: t.arg({ type: EndSessionInput, required: true, description: 'Which one.' }) },
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
      description: 'The session that stays, by databaseId or global id; by default that of this request.',
    }),
  }),
})

const EndOtherSessionsPayload = builder
  .objectRef<{ ended: readonly string[] }>('EndOtherSessionsPayload')
  .implement({
    description: 'The ended sessions.',
    fields: (t) => ({
      endedSessionIds: t.idList({
        description: 'The global ids of the sessions.',
        resolve: ({ ended }) => ended.map((id) => globalIdOf('Session', id)),
      }),
    }),
  })

builder.mutationField('endOtherSessions', (t) =>
  t.field({
    type: EndOtherSessionsPayload,
    description:
      'Ends all sessions of the signed-in member but one; within 5 seconds they are refused everywhere.',
    args: { input: t.arg({ type: EndOtherSessionsInput, required: true, description: 'The one to keep.' }) },
    resolve: async (_, { input: { keptSessionId: id } }, { ctx }) => ({
      ended: await namingFields({ keptId: 'keptSessionId' }, () =>
        endOtherSessions({ ctx, input: id == null ? {} : { keptId: databaseIdOf(id, 'Session') } }),
      ),
    }),
  }),
)
