import { createContext, useContext } from 'react'
import { graphql, type ResultOf } from '../graphql/graphql.ts'

/** Reads the signed-in member and an organization. */
export const VIEWER = graphql(`
  query Viewer {
    viewer {
      permissions
      member {
        id
        email
        name
        role
      }
      organizations(first: 100) {
        nodes {
          id
          organizationId
          organizationName
          role
          current
        }
      }
      organization {
        id
        databaseId
        name
        plan
        credits
        limits {
          projects
          promptsPerProject
          manualRuns
          asyncAnalysis
        }
        projects(first: 100) {
          totalCount
          nodes {
            id
            databaseId
            displayName
            name
          }
        }
      }
    }
  }
`)

/** The signed-in member and the organization that is shown. */
export type Viewer = ResultOf<typeof VIEWER>['viewer']

/** Gives the pages below the signed-in member and the organization. */
export const ViewerContext = createContext<Viewer | null>(null)

/** The signed-in member and the organization of the page. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('used outside of an organization')
  return viewer
}

/** What a member may do; see the enumeration Permission of the schema. */
type Permission = Viewer['permissions'][number]

/** Whether the signed-in member may do something; what they may not do is shown as disabled, with the reason. */
export function useMay(permission: Permission): boolean {
  return useViewer().permissions.includes(permission)
}
