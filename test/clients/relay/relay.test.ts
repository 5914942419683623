import {
  type ConcreteRequest,
  ConnectionHandler,
  type Environment,
  type ReaderFragment,
  requestSubscription,
} from 'relay-runtime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { socketClient } from '../../api/graphql-client.ts'
import { createWorld, type World } from '../../world.ts'
import { type ClientSetup, createClientSetup } from '../client-setup.ts'
import { createEnvironment, fetchAndKeep, fetchToEnd, mutate, read } from './client.ts'
import { type Compiled, compile } from './compile.ts'

let world: World
let setup: ClientSetup
let compiled: Compiled
let sockets: ReturnType<typeof socketClient>
let environment: Environment
beforeAll(async () => {
  compiled = compile()
  world = await createWorld()
})
beforeEach(async () => {
  setup = await createClientSetup(world, 7)
  sockets = socketClient(world, { Authorization: `Bearer ${setup.key}` })
  environment = createEnvironment(world, setup.key, sockets)
  return () => sockets.dispose()
})
afterAll(async () => {
  compiled.remove()
  await world.close()
})

const operation = (name: string) => compiled.artifact<ConcreteRequest>(`documents${name}`)
const fragment = (name: string) => compiled.artifact<ReaderFragment>(`documents_${name}`)

interface PromptNode {
  id: string
  text: string
}
interface ListShown<Node> {
  edges: { node: Node }[]
}
interface RunNode {
  id: string
  status: string
}

/** Fetches the project and returns functions that read it from the store. */
async function openProject() {
  const prompts = await fragment('prompts')
  const { viewer } = await fetchAndKeep<{ viewer: { project: { id: string } } }>(
    environment,
    await operation('ProjectQuery'),
  )
  const { project } = viewer
  return {
    project,
    prompts,
    connection: (key: string) => ConnectionHandler.getConnectionID(project.id, `documents_${key}`),
    nodes: () =>
      read<{ prompts: ListShown<PromptNode> }>(environment, prompts, project).prompts.edges.map(
        ({ node }) => node,
      ),
  }
}

test('Relay fetches all pages of a connection into its store', async () => {
  const { project, prompts, nodes } = await openProject()
  expect(nodes().map(({ text }) => text)).toEqual(setup.texts.slice(0, 3))
  expect(await fetchToEnd(environment, prompts, project)).toBe(2)
  expect(nodes().map(({ text }) => text)).toEqual(setup.texts)
})

test('Relay mutations update the connection and the fields of a node', async () => {
  const { project, prompts, nodes, connection } = await openProject()
  await fetchToEnd(environment, prompts, project)
  const connections = [connection('prompts')]
  const input = { text: 'Which board is new?' }
  await mutate(environment, await operation('CreatePromptMutation'), { input, connections })
  expect(nodes().map(({ text }) => text)).toEqual([...setup.texts, input.text])

  const [first] = nodes()
  const change = { promptId: first?.id, text: 'Which board is changed?', active: false }
  await mutate(environment, await operation('UpdatePromptMutation'), { input: change })
  expect(nodes()[0]).toMatchObject({ id: first?.id, text: change.text })

  await mutate(environment, await operation('DeletePromptMutation'), {
    input: { promptId: first?.id },
    connections,
  })
  expect(nodes().map(({ text }) => text)).toEqual([...setup.texts.slice(1), input.text])
})

test('Relay refetches a node by its global id and updates it everywhere', async () => {
  const { project, nodes } = await openProject()
  const [first] = nodes()
  await world.operator.db.prisma.prompt.updateMany({
    where: { text: first?.text ?? '', projectId: setup.projectId },
    data: { text: 'Which board is other?' },
  })
  const query = await operation('NodeQuery')
  const { node } = await fetchAndKeep<{ node: object }>(environment, query, { id: first?.id })
  expect(node).toEqual({ __typename: 'Prompt', id: first?.id, text: 'Which board is other?', active: true })
  expect(nodes()[0]?.text).toBe('Which board is other?')
  const again = await fetchAndKeep<{ node: object }>(environment, query, { id: project.id })
  expect(again.node).toEqual({ __typename: 'Project', id: project.id })
})

test('Relay prepends a run, subscribes to it until it ends, and pages through its results', async () => {
  const { project, connection } = await openProject()
  await mutate(environment, await operation('TriggerRunMutation'), { connections: [connection('runs')] })
  const runs = await fragment('runs')
  const run = () => read<{ runs: ListShown<RunNode> }>(environment, runs, project).runs.edges[0]?.node
  expect(run()?.status).toBe('QUEUED')

  const subscription = await operation('RunProgressSubscription')
  const variables = { run: run()?.id }
  await new Promise<void>((onCompleted, onError) => {
    requestSubscription(environment, { subscription, variables, onCompleted, onError })
  })
  expect(run()?.status).toBe('COMPLETED')

  const results = await fragment('results')
  await fetchToEnd(environment, results, run())
  const shown = read<{ results: ListShown<{ promptText: string; prompt: PromptNode }> }>(
    environment,
    results,
    run(),
  )
  expect(shown.results.edges.map(({ node }) => node.promptText)).toEqual(setup.texts)
  expect(shown.results.edges.map(({ node }) => node.prompt.text)).toEqual(setup.texts)
})

test('Relay receives the error code of a rejected mutation and leaves its store unchanged', async () => {
  const { nodes, connection } = await openProject()
  const before = nodes()
  const refused = mutate(environment, await operation('CreatePromptMutation'), {
    input: { text: before[0]?.text },
    connections: [connection('prompts')],
  })
  await expect(refused).rejects.toMatchObject({
    source: { errors: [{ extensions: { code: expect.stringMatching(/^(BAD_REQUEST|CONFLICT)$/) } }] },
  })
  expect(nodes()).toEqual(before)
})
