import { createWorld } from '../world.ts'
import { ask } from './graphql-client.ts'
import { createClient } from './rest-client.ts'
import { createRunProject } from './run-project.ts'
import { runWithAnswers, type ScriptedAnswer, type Unit } from './scripted-run.ts'

/** A result that `listed` returns. */
export interface Listed {
  id: string
  promptText: string
  provider: { token: string }
  location: string
  status: string
}

/**
 * Opens a world with a project of two runs of twelve results each. In the second run, no question of the prompt `c`
 * gets an answer.
 */
export async function openTwoRuns() {
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated' },
  ]
  const world = await createWorld({ workers: false, providers })
  const client = await createClient(world)
  const both = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] }
  const project = await createRunProject(world, client, {
    competitors: ['Boardly'],
    prompts: [
      { text: 'a', ...both, tags: ['Größe'] },
      { text: 'b', ...both },
      { text: 'c', ...both },
    ],
  })
  const first = await runWithAnswers(world, project, () => ({ brand: 1, sentiment: -1 }))
  const second = await runWithAnswers(world, project, answerOf)
  /** Reads a run over GraphQL, by default the second. */
  const node = async (selection: string, id = globalId('AnalysisRun', second), key = project.key) => {
    const query = `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { ${selection} } } }`
    return (await ask(world, key, query, { id })).node
  }
  return {
    world,
    client,
    project,
    first,
    second,
    node,
    /** Lists the results of the second run with these arguments. */
    listed: async (args: string): Promise<Listed[]> =>
      (await node(`results${args} { nodes { id promptText provider { token } location status } }`)).results
        .nodes,
    /** Returns the id of the first result of the second run. */
    resultId: async (): Promise<string> =>
      (await node('results(first: 1) { nodes { databaseId } }')).results.nodes[0].databaseId,
  }
}

function answerOf({ prompt, provider, location }: Unit): ScriptedAnswer {
  if (prompt === 'c') return provider === 'gemini' ? 'failed' : 'refused'
  if (prompt === 'b' && provider === 'gemini') return { brand: null, competitor: 1 }
  const at = (provider === 'chatgpt' ? 0 : 1) + (location === 'US' ? 0 : 2)
  return { brand: at + 1, competitor: 4, sentiment: at / 3 - 0.1, ...(at < 2 && { rank: 3 - at }) }
}

/** Returns the global id of an object. */
export function globalId(type: string, id: string): string {
  return btoa(`${type}:${id}`)
}
