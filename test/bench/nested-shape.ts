/** A server's response. Its content is checked by comparison. */
// biome-ignore lint/suspicious/noExplicitAny: each of the three servers has another shape for the same data.
type Answer = any

/** Returns the data of a nested read in a form that is independent of the server. */
export function shapeOfNested({ data: { node } }: Answer) {
  const results: Answer[] = node.results.edges?.map((edge: Answer) => edge.node) ?? node.results
  return {
    status: node.status.toLowerCase(),
    results: results.map((result) => [
      result.promptText ?? result.prompt.text ?? result.prompt,
      result.provider.token ?? result.provider,
      result.status.toLowerCase(),
      result.brandPosition ?? result.brand.position,
      result.sentimentScore ?? (result.brand.sentiment ?? result.sentiment).score,
      result.competitors.map((mention: Answer) => [
        mention.competitor?.name ?? mention.name,
        mention.mentionCount,
        (mention.sentimentLabel ?? mention.sentiment?.label)?.toLowerCase() ?? null,
      ]),
      result.citations.map(({ url, kind }: Answer) => [url, kind.toLowerCase()]),
      result.evidenceText ?? (result.brand.recommendation ?? result.recommendation).evidence.text,
    ]),
  }
}

/** Returns the data of one node in a form that is independent of the server. */
export function shapeOfNode({ data: { node } }: Answer) {
  return {
    ...node,
    provider: node.provider.token ?? node.provider,
    status: node.status.toLowerCase(),
    answeredAt: Date.parse(node.answeredAt),
  }
}
