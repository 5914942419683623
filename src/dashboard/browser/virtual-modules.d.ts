/** Data derived from schema.graphql at build time; see vite.config.ts. */
declare module 'virtual:schema' {
  /** Metric descriptions by field name, shown as help texts. The schema is the only place that defines them. */
  export const METRIC_DESCRIPTIONS: Readonly<Record<string, string>>
  /** The object types of each interface and union. */
  export const POSSIBLE_TYPES: Record<string, string[]>
}
