/** The same two reads in the schema of each server. Aliases give the peer's fields the names of Answergraph's fields. */
export const QUERIES = {
  ours: {
    nested: `query Nested($id: ID!) {
  node(id: $id) {
    ... on AnalysisRun {
      databaseId status
      results(first: 50) { edges { node {
        id promptText provider { token } location status
        brand {
          mentioned denied mentionCount firstOffset position
          sentiment { label score positive neutral negative }
          recommendation { recommended strength rank listSize evidence { start end text } }
        }
        competitors { competitorId name mentioned mentionCount position sentiment { score label } recommendation { recommended rank } }
        citations { position url title domain kind owner }
      } } }
    }
  }
}`,
    node: `query Node($id: ID!) {
  node(id: $id) {
    ... on AnalysisResult { databaseId provider { token } location replicate status simulated answeredAt }
  }
}`,
  },
  // Lists instead of connections, which are slower; its author recommends this. Values that exist once per result are columns.
  peer: {
    nested: `query Nested($id: UUID!) {
  node: runByRowId(rowId: $id) {
    databaseId: rowId status
    results: resultsByRunIdList(first: 50, orderBy: ORDINAL_ASC) {
      rowId prompt: promptByPromptId { text } provider location status
      brandMentioned brandDenied brandMentionCount brandFirstOffset brandPosition
      sentimentLabel sentimentScore sentimentPositive sentimentNeutral sentimentNegative
      competitors: competitorMentionsByResultIdList {
        competitorId competitor: competitorByCompetitorId { name }
        mentioned mentionCount position sentiment sentimentLabel recommended rank
      }
      citations: citationsByResultIdList { position url title domain kind owner }
      recommended strength rank listSize evidenceStart evidenceEnd evidenceText
    }
  }
}`,
    node: `query Node($id: UUID!) {
  node: resultByRowId(rowId: $id) { databaseId: rowId provider location replicate status simulated answeredAt }
}`,
  },
} as const
