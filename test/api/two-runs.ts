import { createWorld } from '../world.ts'
import { ask } from './graphql-client.ts'
import { runWith, type Said, type Unit } from './measured-run.ts'
import { createClient } from './rest-client.ts'
import { createRunPlace } from './run-place.ts'

/** A result as `listed` shows it. */
export interface Listed {
  id: string
  prompt: string
  provider: string
  location: string
  status: string
}

/** A world with a project of two runs, each of twelve results; in the second those of the prompt `c` come to nothing. */
export async function openTwoRuns() {
  const providers = [
    { id: 'chatgpt', driver: 'simulated', aliases: ['provider_1'] },
    { id: 'gemini', driver: 'simulated' },
  ]
  const world = await createWorld({ workers: false, providers })
  const client = await createClient(world)
  const both = { providers: ['chatgpt', 'gemini'], locations: ['US', 'DE'] }
  const place = await createRunPlace(world, client, {
    competitors: ['Boardly'],
    prompts: [
      { text: 'a', ...both, tags: ['Größe'] },
      { text: 'b', ...both },
      { text: 'c', ...both },
    ],
  })
  const first = await runWith(world, place, () => ({ brand: 1, sentiment: -1 }))
  const second = await runWith(world, place, say)
  /** What a run says, the second unless another is named. */
  const node = async (selection: string, id = globalId('AnalysisRun', second), key = place.key) => {
    const query = `query ($id: ID!) { node(id: $id) { ... on AnalysisRun { ${selection} } } }`
    return (await ask(world, key, query, { id })).node
  }
  return {
    world,
    client,
    place,
    first,
    second,
    node,
    /** Results of the second run, by the arguments of their list. */
    listed: async (args: string): Promise<Listed[]> =>
      (await node(`results${args} { nodes { id prompt provider location status } }`)).results.nodes,
    /** The first result of the second run. */
    resultId: async (): Promise<string> =>
      (await node('results(first: 1) { nodes { databaseId } }')).results.nodes[0].databaseId,
  }
}

function say({ prompt, provider, location }: Unit): Said {
  if (prompt === 'c') return provider === 'gemini' ? 'failed' : 'refused'
  if (prompt === 'b' && provider === 'gemini') return { brand: null, competitor: 1 }
  const at = (provider === 'chatgpt' ? 0 : 1) + (location === 'US' ? 0 : 2)
  return { brand: at + 1, competitor: 4, sentiment: at / 3 - 0.1, ...(at < 2 && { rank: 3 - at }) }
}

/** The id of a thing in the whole graph. */
export function globalId(type: string, id: string): string {
  return btoa(`${type}:${id}`)
}
