import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteMember } from '../../src/core/invitations/invite.ts'
import { PACKAGE_ROOT } from '../../src/infra/package-root.ts'
import { createWorld, type World } from '../world.ts'
import { askWith, createPerson, createSignedIn } from './member-client.ts'

const MUTATIONS =
  buildSchema(readFileSync(join(PACKAGE_ROOT, 'schema.graphql'), 'utf8'))
    .getMutationType()
    ?.getFields() ?? {}

/** Who may execute each mutation: only admins, or every member. */
const ALLOWED: Record<string, 'admin' | 'member'> = {
  addCompetitor: 'member',
  addFact: 'member',
  createShareLink: 'admin',
  dismissPromptSuggestion: 'member',
  markAlertsRead: 'member',
  muteAlerts: 'member',
  removeFact: 'member',
  revokeShareLink: 'admin',
  sendTestReport: 'admin',
  setAlertPreferences: 'member',
  setBranding: 'admin',
  setReportSchedule: 'admin',
  testWebhook: 'admin',
  updateAlertRule: 'member',
  updateFact: 'member',
  updateOpportunity: 'member',
  cancelAsyncAnalysis: 'member',
  cancelProjectReextraction: 'member',
  cancelReextraction: 'member',
  cancelRun: 'member',
  changePromptTags: 'member',
  changePrompts: 'member',
  checkProviderCredential: 'admin',
  correctLabels: 'member',
  createApiKey: 'admin',
  createProject: 'admin',
  createPrompt: 'member',
  decideProposal: 'member',
  deleteProject: 'admin',
  deleteProviderCredential: 'admin',
  deletePrompt: 'member',
  dismissDiscoveredBrand: 'member',
  endOtherSessions: 'member',
  endSession: 'member',
  estimateSearchVolume: 'member',
  inviteMember: 'admin',
  createWebhook: 'admin',
  deleteWebhook: 'admin',
  redeliverWebhook: 'admin',
  reextractProject: 'member',
  reextractRun: 'member',
  removeMember: 'admin',
  retrySetup: 'member',
  revokeApiKey: 'admin',
  revokeInvitation: 'admin',
  rotateWebhookSecret: 'admin',
  saveProviderCredential: 'admin',
  sendPasswordReset: 'admin',
  deleteTag: 'member',
  removeCompetitor: 'member',
  removeCorrection: 'member',
  renameTag: 'member',
  setCompetitors: 'member',
  setMemberRole: 'admin',
  setPromptProviders: 'member',
  setPromptTags: 'member',
  setSchedule: 'member',
  startAsyncAnalysis: 'member',
  trackDiscoveredBrand: 'member',
  triggerRun: 'member',
  updateCompetitor: 'member',
  updateProject: 'member',
  updatePrompt: 'member',
  updateSettings: 'member',
}

/** An id without an object. */
const NO_ID = '01a00000-0000-7000-8000-000000000000'

let world: World
let member: Awaited<ReturnType<typeof createSignedIn>>
/** Ids of objects in the member's organization, by the name of the input field that takes them. */
let ownIds: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ workers: false, environment: { TRUST_PROXY: '127.0.0.1' } })
  member = await createSignedIn(world, { role: 'member' })
  const { organizationId } = member
  const { id: projectId } = await world.project({ organizationId })
  const { id: apiKeyId } = await world.projectKey(projectId)
  await createPerson(world, { organizationId, role: 'admin' })
  const { memberId } = await createPerson(world, { organizationId, role: 'admin' })
  const { invitation } = await inviteMember({
    ctx: world.member(organizationId),
    input: { organizationId, email: 'invited@example.com', role: 'member' },
  })
  ownIds = { organizationId, projectId, apiKeyId, memberId, invitationId: invitation.id }
})
afterAll(() => world?.close())

/** Returns an input with all required fields, and with every field that names an object of the organization. */
function inputFor(type: GraphQLInputType, name = ''): unknown {
  if (isNonNullType(type)) return inputFor(type.ofType, name)
  if (isListType(type)) return []
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => isRequiredInputField(field) || field.name in ownIds,
    )
    return Object.fromEntries(fields.map((field) => [field.name, inputFor(field.type, field.name)]))
  }
  if (type.name === 'ID') return ownIds[name] ?? NO_ID
  if (type.name === 'URL') return 'https://1.1.1.1/'
  if (type.name === 'String') return name === 'email' ? 'eve@example.com' : 'Planted'
  return type.name === 'Boolean' ? false : 1
}

/** Sends a mutation as the plain member and returns the codes of its errors. */
async function codesOf(name: string): Promise<string[]> {
  const type = MUTATIONS[name]?.args[0]?.type
  if (!type) throw new Error(`${name} has no input`)
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`
  const { errors = [] } = await askWith(world, member.cookie, query, { input: inputFor(type) })
  return errors.map(({ extensions }) => extensions.code)
}

/** Returns everything that admins manage. */
function managed(): Promise<unknown> {
  return world.operator.db.prisma.organization.findUniqueOrThrow({
    where: { id: member.organizationId },
    include: { projects: true, keys: true, members: true, invitations: true },
  })
}

const allowedTo = (who: 'admin' | 'member') =>
  Object.keys(ALLOWED).filter((mutation) => ALLOWED[mutation] === who)

describe('a plain member', () => {
  test('is covered by the table of this test for each mutation of the schema', () => {
    expect(Object.keys(ALLOWED).toSorted()).toEqual(Object.keys(MUTATIONS).toSorted())
  })

  test.each(allowedTo('admin'))('is refused %s, and the organization stays unchanged', async (mutation) => {
    const before = await managed()
    expect(await codesOf(mutation)).toEqual(['FORBIDDEN'])
    expect(await managed()).toEqual(before)
  })

  test.each(allowedTo('member'))('is not refused %s because of the role', async (mutation) => {
    for (const code of await codesOf(mutation)) expect(['FORBIDDEN', 'UNAUTHORIZED']).not.toContain(code)
  })
})
