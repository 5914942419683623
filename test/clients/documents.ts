/** A page of the prompts of a project. */
export const PROMPTS = `query ($project: ID!, $first: Int!, $after: String) { project(id: $project) { id
  prompts(first: $first, after: $after) {
    totalCount edges { cursor node { id text } } pageInfo { hasNextPage endCursor } } } }`

export interface PromptsData {
  project: {
    prompts: {
      totalCount: number
      edges: { node: { text: string } }[]
      pageInfo: { hasNextPage: boolean; endCursor: string }
    }
  }
}

/** A prompt by its global id. */
export const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Prompt { text active tags { id name } } } }'

export const CREATE_PROMPT = `mutation ($input: CreatePromptInput!) { createPrompt(input: $input) {
  promptEdge { cursor node { id text tags { id name } } } } }`

export const START_ANALYSIS = `mutation ($input: StartAsyncAnalysisInput!) { startAsyncAnalysis(input: $input) {
  asyncAnalysis { id analysisId status } } }`

export const ANALYSIS_PROGRESS = `subscription ($analysisId: ID!) { asyncAnalysisProgress(analysisId: $analysisId) {
  id status finishedAt progress { completed total } } }`

/** Input of a small analysis that a simulated provider answers immediately. */
export const ANALYSIS = {
  prompt: 'Which board is best?',
  providers: ['chatgpt'],
  locations: ['US'],
  replicates: 2,
}

/** Data of the subscription. */
export interface AnalysisState {
  asyncAnalysisProgress: { id: string; status: string; finishedAt: string | null }
}
