/** Credentials that GraphiQL starts with in the demo. */
export interface DemoAccess {
  projectKey: string
  projectId: string
}

/**
 * Returns the self-contained page of GraphiQL. The page is nine megabytes, so it is loaded only when a browser opens
 * it. In the demo, its operations use the key of the demo project; otherwise users enter their own key.
 */
export async function graphiqlPage(demo: DemoAccess | null): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const headers = JSON.stringify({ Authorization: `Bearer ${demo?.projectKey ?? 'svc_YOUR_KEY'}` })
  const instructions = demo ? HOW_WITH_KEY : HOW_WITHOUT_KEY
  const overview = { query: `${instructions}\n${OVERVIEW}`, headers }
  const activity = {
    query: ACTIVITY,
    headers,
    variables: JSON.stringify({ projectId: demo?.projectId ?? 'PROJECT_ID' }),
  }
  const page = renderGraphiQL({
    title: 'Answergraph',
    endpoint: '/graphql',
    // For new tabs and for tabs from local storage. GraphiQL does not store headers, so all tabs use the key of this
    // page.
    defaultHeaders: headers,
    defaultTabs: [overview, activity],
  })
  return page.replace('</head>', `${FORGET_UNCHANGED}</head>`)
}

/** Prevents GraphiQL from adding an empty tab to the stored ones if the page is reloaded before anything was edited. */
const FORGET_UNCHANGED =
  "<script>if (!localStorage.getItem('graphiql:query')) localStorage.removeItem('graphiql:tabState')</script>"

const HOW_WITH_KEY = '# Run it with Ctrl-Enter.\n# The tab "Headers" below holds the key of the demo project.'
const HOW_WITHOUT_KEY = '# Put a key into the tab "Headers" below,\n# then run it with Ctrl-Enter.'

const OVERVIEW = `query Overview {
  viewer {
    project {
      analysisBrandName
      latestRun {
        status
        finishedAt
        summary {
          mentionRate { value low high }
          shareOfVoice { value low high }
        }
        results(first: 5) {
          totalCount
          nodes {
            promptText
            provider { label }
            brand { mentioned position sentiment { label } }
            citations { url owner }
          }
        }
      }
    }
  }
}
`

const ACTIVITY = `# Shows what happens in the project until you stop it, such as the progress of a run.
subscription Activity($projectId: ID!) {
  projectActivity(projectId: $projectId) {
    __typename
    ... on ProjectChanged { project { analysisBrandName } }
    ... on RunChanged { run { status progress { completed failed total } } }
    ... on AsyncAnalysisChanged { asyncAnalysis { analysisId status } }
  }
}
`
