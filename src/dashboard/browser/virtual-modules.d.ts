/** What the pages need to know of schema.graphql when they run; made by vite.config.ts. */
declare module 'virtual:schema' {
  /** What each metric is, by the name of its field: the help at a figure is its one definition. */
  export const METRIC_DESCRIPTIONS: Readonly<Record<string, string>>
  /** The types of objects that each interface and union stands for. */
  export const POSSIBLE_TYPES: Record<string, string[]>
}
