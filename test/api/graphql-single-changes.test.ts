import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAXIMUM_COMPETITORS } from '../../src/core/competitors/input.ts'
import { createWorld, type World } from '../world.ts'
import { ask, refusalOf } from './graphql-client.ts'
import { insertPrompt } from './run-project.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ workers: false })
})
afterAll(() => world?.close())

async function customer({ competitors = ['Boardly', 'Klarwerk'] } = {}) {
  const { id: organizationId } = await world.organization()
  const { id } = await world.project({ organizationId, competitors })
  const { key } = await world.projectKey(id)
  await insertPrompt(world, id, { text: 'Best?', tags: ['Old', 'Other'] })
  const { viewer } = await ask(
    world,
    key,
    '{ viewer { project { competitors { nodes { id } } tags { nodes { id } } prompts { nodes { id } } } } }',
  )
  const ids = (list: { nodes: { id: string }[] }) => list.nodes.map((node) => node.id)
  const { competitors: listed, tags, prompts } = viewer.project
  return { key, competitors: ids(listed), tags: ids(tags), prompts: ids(prompts) }
}

const mutation = (name: string, selection: string) =>
  `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`
const LIST = 'project { competitors { nodes { name } } }'
const namesIn = ({ project }: { project: { competitors: { nodes: { name: string }[] } } }) =>
  project.competitors.nodes.map(({ name }) => name)
const FIELDS = 'competitor { id name url aliases domains }'
const ADD = mutation('addCompetitor', `${FIELDS} ${LIST}`)
const UPDATE = mutation('updateCompetitor', `${FIELDS} ${LIST}`)
const REMOVE = mutation('removeCompetitor', `removedCompetitorId ${LIST}`)
const RENAME = mutation('renameTag', 'tag { id name } project { prompts { nodes { tags { name } } } }')
const DELETE = mutation(
  'deleteTag',
  'deletedTagId project { tags { nodes { name } } prompts { nodes { tags { name } } } }',
)

describe('a single competitor', () => {
  test('can be added, changed and removed without sending the others', async () => {
    const { key, competitors } = await customer()
    const details = { url: 'https://kanbrio.example/', aliases: ['KB'], domains: ['kanbrio.io'] }
    const { addCompetitor } = await ask(world, key, ADD, { input: { name: 'Kanbrio', ...details } })
    expect(addCompetitor.competitor).toMatchObject({ name: 'Kanbrio', ...details })
    expect(namesIn(addCompetitor)).toEqual(['Boardly', 'Klarwerk', 'Kanbrio'])
    const { id: competitorId } = addCompetitor.competitor
    const { updateCompetitor } = await ask(world, key, UPDATE, { input: { competitorId, aliases: ['Kan'] } })
    expect(updateCompetitor.competitor).toEqual({
      id: competitorId,
      name: 'Kanbrio',
      ...details,
      aliases: ['Kan'],
    })
    const renamed = await ask(world, key, UPDATE, {
      input: { competitorId: competitors[0], name: 'Boardly 2', url: null },
    })
    expect(namesIn(renamed.updateCompetitor)).toEqual(['Boardly 2', 'Klarwerk', 'Kanbrio'])
    const { removeCompetitor } = await ask(world, key, REMOVE, { input: { competitorId: competitors[1] } })
    expect(removeCompetitor.removedCompetitorId).toBe(competitors[1])
    expect(namesIn(removeCompetitor)).toEqual(['Boardly 2', 'Kanbrio'])
  })

  test('keeps changes that others make at the same time', async () => {
    const { key } = await customer()
    const names = Array.from({ length: 5 }, (_, index) => `Added ${index}`)
    await Promise.all(names.map((name) => ask(world, key, ADD, { input: { name } })))
    const { viewer } = await ask(world, key, `{ viewer { ${LIST} } }`)
    expect(namesIn(viewer).toSorted()).toEqual([...names, 'Boardly', 'Klarwerk'])
  })

  test('is refused with the field that is wrong', async () => {
    const { key, competitors } = await customer()
    const [competitorId] = competitors
    const refused = (query: string, input: object) => refusalOf(world, key, query, input)
    expect(await refused(ADD, { name: 'BOARDLY' })).toEqual({ code: 'CONFLICT' })
    expect(await refused(UPDATE, { competitorId, name: 'klarwerk' })).toEqual({ code: 'CONFLICT' })
    expect(await refused(ADD, { name: 'Taskfern' })).toEqual({ code: 'BAD_REQUEST', fields: ['name'] })
    expect(await refused(UPDATE, { competitorId, name: 'taskfern' })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['name'],
    })
    expect(await refused(ADD, { name: ' ', domains: ['com'] })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['domains.0', 'name'],
    })
    for (const [query, input] of [
      [UPDATE, { name: 'New' }],
      [REMOVE, {}],
    ] as const)
      expect(await refused(query, { ...input, competitorId: 'x' })).toEqual({ code: 'NOT_FOUND' })
    const full = await customer({
      competitors: Array.from({ length: MAXIMUM_COMPETITORS }, (_, index) => `Brand ${index}`),
    })
    expect(await refusalOf(world, full.key, ADD, { name: 'One more' })).toEqual({
      code: 'BAD_REQUEST',
      fields: ['name'],
    })
  })
})

describe('a tag', () => {
  test('can be renamed and deleted on all of its prompts', async () => {
    const { key, tags } = await customer()
    const [tagId, otherId] = tags
    const { renameTag } = await ask(world, key, RENAME, { input: { tagId, name: ' New ' } })
    expect(renameTag.tag).toEqual({ id: tagId, name: 'New' })
    expect(renameTag.project.prompts.nodes).toEqual([{ tags: [{ name: 'New' }, { name: 'Other' }] }])
    // Another spelling of its own name is allowed.
    const { renameTag: respelled } = await ask(world, key, RENAME, { input: { tagId, name: 'NEW' } })
    expect(respelled.tag.name).toBe('NEW')
    expect(await refusalOf(world, key, RENAME, { tagId, name: 'other' })).toEqual({ code: 'CONFLICT' })
    expect(await refusalOf(world, key, RENAME, { tagId: 'x', name: 'Any' })).toEqual({ code: 'NOT_FOUND' })
    const { deleteTag } = await ask(world, key, DELETE, { input: { tagId: otherId } })
    expect(deleteTag).toEqual({
      deletedTagId: otherId,
      project: { tags: { nodes: [{ name: 'NEW' }] }, prompts: { nodes: [{ tags: [{ name: 'NEW' }] }] } },
    })
    expect(await refusalOf(world, key, DELETE, { tagId: otherId })).toEqual({ code: 'NOT_FOUND' })
  })
})

describe('a change with expectedVersion', () => {
  const VERSION = '{ viewer { project { version } } }'
  const versionOf = async (key: string): Promise<number> =>
    (await ask(world, key, VERSION)).viewer.project.version
  const CHANGED = 'project { version }'

  test('is made only if nothing else has changed since that version, and returns the new one', async () => {
    const { key, competitors, tags, prompts } = await customer()
    const [competitorId] = competitors
    const [tagId, otherId] = tags
    const [promptId] = prompts
    const ofPrompt = 'prompt { project { version } }'
    const changes: [name: string, input: object, selection?: string][] = [
      ['addCompetitor', { name: 'Kanbrio' }],
      ['updateCompetitor', { competitorId, aliases: ['B'] }],
      ['removeCompetitor', { competitorId }],
      ['renameTag', { tagId, name: 'New' }],
      ['deleteTag', { tagId: otherId }],
      ['setCompetitors', { competitors: [{ name: 'Listly' }] }],
      ['updateSettings', { enabled: true }],
      ['updateProject', { description: 'Plans work.' }],
      ['setSchedule', { hour: 5 }],
      ['createPrompt', { text: 'Which board?' }, ofPrompt],
      ['updatePrompt', { promptId, active: false }, ofPrompt],
      ['setPromptProviders', { promptId, providers: ['chatgpt'] }, ofPrompt],
      ['setPromptTags', { promptId, tags: ['A'] }, ofPrompt],
      ['changePromptTags', { promptId, add: ['B'] }, ofPrompt],
      ['changePrompts', { create: [{ text: 'Which list?' }] }, 'created { project { version } }'],
      ['deletePrompt', { promptId }, 'deletedPromptId'],
    ]
    for (const [name, input, selection = CHANGED] of changes) {
      const expectedVersion = await versionOf(key)
      const change = mutation(name, selection)
      for (const stale of [expectedVersion - 1, expectedVersion + 1])
        expect(await refusalOf(world, key, change, { ...input, expectedVersion: stale }), name).toEqual({
          code: 'CONFLICT',
          fields: ['expectedVersion'],
        })
      expect(await versionOf(key)).toBe(expectedVersion)
      const data = await ask(world, key, change, { input: { ...input, expectedVersion } })
      expect(await versionOf(key), name).toBe(expectedVersion + 1)
      if (selection === CHANGED) expect(data[name].project.version, name).toBe(expectedVersion + 1)
    }
  })

  test('is made by only one of several people who save at the same time', async () => {
    const { key } = await customer()
    const expectedVersion = await versionOf(key)
    const outcomes = await Promise.all(
      ['Planly', 'Listly', 'Boardish'].map((name) =>
        refusalOf(world, key, mutation('setCompetitors', CHANGED), {
          competitors: [{ name }],
          expectedVersion,
        }),
      ),
    )
    expect(outcomes.map(({ code }) => code ?? 'saved').toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'saved'])
    expect(await versionOf(key)).toBe(expectedVersion + 1)
  })

  test('also sees changes of prompts, tags and the schedule, which increase the version', async () => {
    const { key } = await customer()
    const before = await versionOf(key)
    const prompt = mutation('createPrompt', 'prompt { id }')
    const { createPrompt } = await ask(world, key, prompt, { input: { text: 'Which board?' } })
    const { id: promptId } = createPrompt.prompt
    await ask(world, key, mutation('setPromptTags', 'prompt { id }'), { input: { promptId, tags: ['A'] } })
    await ask(world, key, mutation('setSchedule', CHANGED), { input: { enabled: true } })
    expect(await versionOf(key)).toBe(before + 3)
  })
})
