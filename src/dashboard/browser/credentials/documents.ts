import { graphql, type ResultOf } from '../graphql/graphql.ts'

/** Fields of the credentials of a vendor. */
export const CREDENTIAL = graphql(`
  fragment Credential on ProviderCredential @_unmask {
    id
    vendor
    label
    credentialsUrl
    origin
    stored
    dailySpendUsd
    changedBy
    changedAt
    providers {
      token
      label
    }
    fields {
      variable
      label
      mask
    }
    check {
      status
      changedAt
      provider
      reason
      answer
      country
      latencyMs
      costUsd
    }
  }
`)

export type Credential = ResultOf<typeof CREDENTIAL>

export const CREDENTIALS = graphql(
  `
    query ProviderCredentials {
      viewer {
        organization {
          id
          providerCredentials {
            ...Credential
          }
        }
      }
    }
  `,
  [CREDENTIAL],
)

export const SAVE = graphql(
  `
    mutation SaveProviderCredential($input: SaveProviderCredentialInput!) {
      saveProviderCredential(input: $input) {
        providerCredential {
          ...Credential
        }
      }
    }
  `,
  [CREDENTIAL],
)

export const CHECK = graphql(
  `
    mutation CheckProviderCredential($vendor: String!) {
      checkProviderCredential(input: { vendor: $vendor }) {
        providerCredential {
          ...Credential
        }
      }
    }
  `,
  [CREDENTIAL],
)

export const DELETE = graphql(
  `
    mutation DeleteProviderCredential($vendor: String!) {
      deleteProviderCredential(input: { vendor: $vendor }) {
        providerCredential {
          ...Credential
        }
      }
    }
  `,
  [CREDENTIAL],
)
