/** What GraphiQL opens with while the demo runs. */
export interface DemoAccess {
  projectKey: string
  projectId: string
}

/**
 * The page of GraphiQL, self-contained, nine megabytes: loaded only when a browser opens it. With the demo its operations carry the
 * demo's key; without, the reader puts in one.
 */
export async function graphiqlPage(demo: DemoAccess | null): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const headers = JSON.stringify({ Authorization: `Bearer ${demo?.projectKey ?? 'svc_YOUR_KEY'}` })
  const how = demo ? HOW_WITH_KEY : HOW_WITHOUT_KEY
  const overview = { query: `${how}\n${OVERVIEW}`, headers }
  const activity = {
    query: ACTIVITY,
    headers,
    variables: JSON.stringify({ projectId: demo?.projectId ?? 'PROJECT_ID' }),
  }
  const page = renderGraphiQL({
    title: 'Answergraph',
    endpoint: '/graphql',
    // Of tabs that the reader opens, and of stored ones: GraphiQL stores no headers, so a key is always that of this page.
    defaultHeaders: headers,
    defaultTabs: [overview, activity],
  })
  return page.replace('</head>', `${FORGET_UNCHANGED}</head>`)
}

/** On a reload before anything was edited GraphiQL would add an empty tab to those it has stored. */
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
            prompt
            provider { label }
            brand { mentioned position }
            sentiment { label }
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
