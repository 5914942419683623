import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { ask, send } from './graphql-client.ts'
import { createClient } from './rest-client.ts'
import { createRunProject, insertPrompt, type RunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer } from './scripted-run.ts'

const FOUR = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'], tags: ['All'] }
const QUERY = `query ($orderBy: PromptOrder, $first: Int, $after: String, $last: Int, $before: String, $tags: [String!], $tag: String) {
  viewer { project { prompts(orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before, filter: { tags: $tags, tag: $tag }) {
    totalCount nodes { text } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`

interface Listed {
  totalCount: number
  texts: string[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
}

let world: World
beforeAll(async () => {
  world = await createWorld({
    workers: false,
    providers: [
      { id: 'chatgpt', driver: 'simulated' },
      { id: 'gemini', driver: 'simulated' },
    ],
  })
})
afterAll(() => world?.close())

/**
 * The four answers to each prompt: how many name the brand, at which position and with which sentiment. The other
 * answers only name competitors.
 */
const ANSWERS: Record<string, { named: number; position: number; sentiment: number }> = {
  'b all': { named: 4, position: 2, sentiment: -1 },
  'A half': { named: 2, position: 1, sentiment: 0.5 },
  'ä none': { named: 0, position: 1, sentiment: 0 },
  'c half': { named: 2, position: 3, sentiment: 1 },
}

/** Completes a run in which the prompts have these answers. Prompts without an entry are refused. */
async function run(project: RunProject, answers = ANSWERS): Promise<string> {
  const seen = new Map<string, number>()
  return runWithAnswers(world, project, ({ prompt }): ScriptedAnswer => {
    const answer = answers[prompt]
    if (!answer) return 'refused'
    const number = seen.get(prompt) ?? 0
    seen.set(prompt, number + 1)
    if (number >= answer.named) return { brand: null, competitor: 1, others: [2] }
    return { brand: answer.position, sentiment: answer.sentiment }
  })
}

/**
 * Creates a project and completes a run in which "refused" is refused. The prompt "unasked" is added after the run.
 */
async function createProject(): Promise<RunProject> {
  const project = await createRunProject(world, await createClient(world), {
    competitors: ['Boardly', 'Kanbee'],
    prompts: [...Object.keys(ANSWERS), 'refused'].map((text) => ({ text, ...FOUR })),
  })
  await run(project)
  await insertPrompt(world, project.projectId, { text: 'unasked', ...FOUR, tags: ['All', 'new'] })
  return project
}

async function list({ key }: RunProject, variables: Record<string, unknown>): Promise<Listed> {
  const { totalCount, nodes, pageInfo } = (await ask(world, key, QUERY, variables)).viewer.project.prompts
  return { totalCount, pageInfo, texts: nodes.map(({ text }: { text: string }) => text) }
}

/** The prompts with a value in each order, and then the prompts without a value in order of creation. */
const ORDERS: Record<string, { ranked: string[]; without: string[] }> = {
  TEXT_ASC: { ranked: ['A half', 'b all', 'c half', 'refused', 'unasked', 'ä none'], without: [] },
  MENTION_RATE_ASC: { ranked: ['ä none', 'A half', 'c half', 'b all'], without: ['refused', 'unasked'] },
  MENTION_RATE_DESC: { ranked: ['b all', 'A half', 'c half', 'ä none'], without: ['refused', 'unasked'] },
  AVERAGE_POSITION_ASC: { ranked: ['A half', 'b all', 'c half'], without: ['ä none', 'refused', 'unasked'] },
  AVERAGE_POSITION_DESC: {
    ranked: ['c half', 'b all', 'A half'],
    without: ['ä none', 'refused', 'unasked'],
  },
  SENTIMENT_ASC: { ranked: ['b all', 'A half', 'c half'], without: ['ä none', 'refused', 'unasked'] },
  SENTIMENT_DESC: { ranked: ['c half', 'A half', 'b all'], without: ['ä none', 'refused', 'unasked'] },
  LOST_ANSWERS_DESC: {
    ranked: ['ä none', 'A half', 'c half', 'b all', 'refused'],
    without: ['unasked'],
  },
}

describe.each(Object.entries(ORDERS))('prompts ordered by %s', (orderBy, { ranked, without }) => {
  const expected = [...ranked, ...without]
  let project: RunProject
  beforeAll(async () => {
    project = await createProject()
  })

  test('are the same from both ends and for every page size', async () => {
    for (const size of [1, 2, 4, 50]) {
      const [forward, backward]: [string[], string[]] = [[], []]
      let page = await list(project, { orderBy, first: size })
      expect(page.totalCount).toBe(expected.length)
      forward.push(...page.texts)
      for (; page.pageInfo.hasNextPage; forward.push(...page.texts))
        page = await list(project, { orderBy, first: size, after: page.pageInfo.endCursor })
      expect(forward).toEqual(expected)
      page = await list(project, { orderBy, last: size })
      backward.unshift(...page.texts)
      for (; page.pageInfo.hasPreviousPage; backward.unshift(...page.texts))
        page = await list(project, { orderBy, last: size, before: page.pageInfo.startCursor })
      expect(backward).toEqual(expected)
    }
  })

  test('keep their positions between pages while prompts are added and deleted and another run ends', async () => {
    const { pageInfo, texts } = await list(project, { orderBy, first: 3 })
    await insertPrompt(world, project.projectId, { text: '0 added', ...FOUR })
    await insertPrompt(world, project.projectId, { text: 'zz added', ...FOUR })
    const worst = { named: 1, position: 9, sentiment: 0 }
    await run(project, { 'b all': worst, '0 added': worst, unasked: worst })
    const { prisma } = world.operator.db
    const gone = { projectId: project.projectId, text: expected[2] ?? '' }
    await prisma.prompt.updateMany({ where: gone, data: { deletedAt: new Date() } })
    const rest = await list(project, { orderBy, first: 50, after: pageInfo.endCursor })
    const old = rest.texts.filter((text) => !text.endsWith('added'))
    expect([...texts, ...old]).toEqual(expected)
    // A new first page uses the new run.
    const { texts: now } = await list(project, { orderBy, first: 50 })
    expect(now).toContain('zz added')
    expect(now).not.toContain(expected[2])
    if (orderBy !== 'TEXT_ASC') expect(now.slice(0, expected.length)).not.toEqual(expected)
  })
})

test('the prompts of a tag can be ordered as well', async () => {
  const project = await createProject()
  const { viewer } = await ask(
    world,
    project.key,
    '{ viewer { project { tags { nodes { name prompts(orderBy: MENTION_RATE_ASC, first: 2) { nodes { text } } } } } } }',
  )
  expect(viewer.project.tags.nodes).toEqual([
    { name: 'All', prompts: { nodes: [{ text: 'ä none' }, { text: 'A half' }] } },
    { name: 'new', prompts: { nodes: [{ text: 'unasked' }] } },
  ])
})

test('the tags filter finds prompts with any of the tags, and the tag filter narrows the result down', async () => {
  const project = await createProject()
  await insertPrompt(world, project.projectId, { text: 'other', tags: ['Küche'] })
  const texts = async (variables: object) => (await list(project, { ...variables })).texts
  expect(await texts({ tags: ['KÜCHE', 'NEW'] })).toEqual(['unasked', 'other'])
  expect(await list(project, { tags: ['new', 'küche'], tag: 'all', orderBy: 'TEXT_ASC' })).toMatchObject({
    texts: ['unasked'],
    totalCount: 1,
  })
  expect(await texts({ tags: ['nobody'] })).toEqual([])
  expect(await texts({ tags: [] })).toHaveLength(7)
})

test('cursors of another order and forged cursors are refused', async () => {
  const project = await createProject()
  const codeOf = async (variables: object) =>
    (await send(world, project.key, { query: QUERY, variables: { ...variables } })).errors?.[0]?.extensions
  const { pageInfo } = await list(project, { orderBy: 'TEXT_ASC', first: 1 })
  const after = pageInfo.endCursor
  const refusal = { code: 'BAD_REQUEST', fieldErrors: { after: 'is not a cursor of this list' } }
  for (const orderBy of ['CREATED_AT_ASC', 'MENTION_RATE_ASC'])
    expect(await codeOf({ orderBy, after })).toMatchObject(refusal)
  const forge = (from: string | RegExp, to: string) =>
    Buffer.from(Buffer.from(after, 'base64url').toString().replace(from, to)).toString('base64url')
  for (const forged of [forge(/~.*/, ''), forge(/~.*~/, '~x~'), forge('a half', '\0')])
    expect(await codeOf({ orderBy: 'TEXT_ASC', after: forged })).toMatchObject(refusal)
})

test('a cursor with a run of another tenant reveals no data of that run', async () => {
  const [mine, theirs] = [await createProject(), await createProject()]
  const orderBy = 'MENTION_RATE_ASC'
  const cursorOf = async (project: RunProject) =>
    Buffer.from((await list(project, { orderBy, first: 1 })).pageInfo.endCursor, 'base64url').toString()
  const [ownCursor, theirCursor] = [await cursorOf(mine), await cursorOf(theirs)]
  const forged = ownCursor.replace(/~.*~/, /~.*~/.exec(theirCursor)?.[0] ?? '')
  const after = Buffer.from(forged).toString('base64url')
  // None of the prompts has a value in that run, so all of them are in order of creation.
  expect((await list(mine, { orderBy, first: 50, after })).texts).toEqual([
    ...Object.keys(ANSWERS),
    'refused',
    'unasked',
  ])
})
