import { graphql, type ResultOf } from '../../graphql/graphql.ts'
import { PROPOSED_CHANGE } from '../../setup/proposed-change.ts'
import { SETUP } from '../../setup/words.ts'

export const CREATE = graphql(`
  mutation StartProject($input: CreateProjectInput!) {
    createProject(input: $input) {
      project {
        id
        databaseId
      }
    }
  }
`)

/** The settings of the brand, and what its setup proposes. */
export const BRAND = graphql(
  `
    query StartBrand($id: ID!) {
      project(id: $id) {
        id
        databaseId
        url
        analysisBrandName
        description
        aliases
        domains
        ...SetupState
        competitors(first: 100) {
          nodes {
            id
            name
            url
          }
        }
        prompts(first: 200) {
          nodes {
            id
            databaseId
            text
          }
        }
        proposals(decided: false, first: 100) {
          nodes {
            id
            ...ProposedChange
          }
        }
      }
    }
  `,
  [PROPOSED_CHANGE, SETUP],
)

export type Brand = NonNullable<ResultOf<typeof BRAND>['project']>

export const SAVE_BRAND = graphql(`
  mutation StartSaveBrand($project: UpdateProjectInput!, $competitors: SetCompetitorsInput!) {
    updateProject(input: $project) {
      project {
        id
        analysisBrandName
        description
        aliases
        domains
      }
    }
    setCompetitors(input: $competitors) {
      project {
        id
      }
    }
  }
`)

export const CHANGE_PROMPTS = graphql(`
  mutation StartChangePrompts($input: ChangePromptsInput!) {
    changePrompts(input: $input) {
      deletedPromptIds
      created {
        id
      }
      updated {
        id
        active
        locations
      }
    }
  }
`)

/** The providers that can be asked, and the prompts to ask. */
export const PROVIDERS = graphql(`
  query StartProviders($id: ID!) {
    project(id: $id) {
      id
      prompts(first: 200) {
        nodes {
          id
          databaseId
        }
      }
    }
    providers {
      id
      token
      label
      state
    }
  }
`)

export const SAVE_PROJECT = graphql(`
  mutation StartSaveProject($project: UpdateProjectInput!) {
    updateProject(input: $project) {
      project {
        id
        replicates
        defaultProviders {
          id
          token
          label
          state
        }
      }
    }
  }
`)

/** What the size of a run depends on. */
export const SIZE = graphql(`
  query StartSize($id: ID!) {
    project(id: $id) {
      id
      replicates
      defaultProviders {
        id
        token
        label
        state
      }
      prompts(first: 200) {
        nodes {
          id
          databaseId
          locations
        }
      }
    }
  }
`)

export const ESTIMATE = graphql(`
  query StartEstimate($id: ID!, $prompts: Int!, $providers: [String!]!, $locations: Int!, $replicates: Int!) {
    project(id: $id) {
      id
      runEstimate(promptCount: $prompts, providers: $providers, locationCount: $locations, replicates: $replicates) {
        answers
        usd
        smallestChange
        providers {
          token
          label
          basis
          usdPerAnswer
        }
      }
    }
  }
`)

export const TRIGGER = graphql(`
  mutation StartRun($projectId: ID!) {
    triggerRun(input: { projectId: $projectId }) {
      run {
        id
        databaseId
        status
      }
    }
  }
`)
