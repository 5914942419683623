/** A server's answer; what it holds is asserted by comparing. */
// biome-ignore lint/suspicious/noExplicitAny: three servers, three shapes of the same data.
type Answer = any

/** What all servers must agree on in their answers to the nested read: the data, less its arrangement. */
export function shapeOfNested({ data: { node } }: Answer) {
  const results: Answer[] = node.results.edges?.map((edge: Answer) => edge.node) ?? node.results
  return {
    status: node.status.toLowerCase(),
    results: results.map((result) => [
      result.prompt.text ?? result.prompt,
      result.provider.token ?? result.provider,
      result.status.toLowerCase(),
      result.brandPosition ?? result.brand.position,
      result.sentimentScore ?? result.sentiment.score,
      result.competitors.map((mention: Answer) => [
        mention.competitor?.name ?? mention.name,
        mention.mentionCount,
        mention.sentimentLabel?.toLowerCase() ?? null,
      ]),
      result.citations.map(({ url, kind }: Answer) => [url, kind.toLowerCase()]),
      result.evidenceText ?? result.recommendation.evidence.text,
    ]),
  }
}

/** The same for one node. */
export function shapeOfNode({ data: { node } }: Answer) {
  return {
    ...node,
    provider: node.provider.token ?? node.provider,
    status: node.status.toLowerCase(),
    answeredAt: Date.parse(node.answeredAt),
  }
}
