import { createContext, useContext } from 'react'
import { graphql, type ResultOf } from '../graphql/graphql.ts'

/** Fetches the signed-in member and the organization. */
export const VIEWER = graphql(`
  query Viewer {
    viewer {
      permissions
      member {
        id
        email
        name
        role
        twoFactorEnabled
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

export type Viewer = ResultOf<typeof VIEWER>['viewer']

export const ViewerContext = createContext<Viewer | null>(null)

/** Returns the signed-in member and the current organization. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('useViewer must be used inside an organization')
  return viewer
}

/** A permission of a member; see the enum Permission in the schema. */
type Permission = Viewer['permissions'][number]

/** Whether the signed-in member has a permission. Actions without permission are shown as disabled, with the reason. */
export function useMay(permission: Permission): boolean {
  return useViewer().permissions.includes(permission)
}
