import { readFileSync } from 'node:fs'
import graphql from '@graphql-eslint/eslint-plugin'
import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

test('the schema satisfies the Relay rules of graphql-eslint', async () => {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.graphql'],
        languageOptions: {
          parser: graphql.parser,
          parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
        },
        plugins: { '@graphql-eslint': { rules: graphql.rules } },
        rules: {
          ...graphql.configs['flat/schema-relay'].rules,
          // Relay requires connections only for lists that can grow. Others, such as an answer's citations, are plain
          // lists.
          '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
        },
      },
    ],
  })
  const lines = readFileSync('schema.graphql', 'utf8').split('\n')
  const typeAt = (line: number) => lines.slice(0, line).findLast((text) => /^\w+ \w+.*{$/.test(text))
  const [lintResult] = await eslint.lintFiles('schema.graphql')
  expect(lintResult?.messages.map(({ line, message }) => `${typeAt(line)} ${message}`)).toEqual([
    // Relay's specification allows any object. These are computed from the selected answers and have no identity.
    "type DiscoveredBrandEdge { Edge type's field `node` must implement `Node` interface.",
    "type PromptTrendPointEdge { Edge type's field `node` must implement `Node` interface.",
    "type SourceDomainEdge { Edge type's field `node` must implement `Node` interface.",
    "type SourceUrlEdge { Edge type's field `node` must implement `Node` interface.",
    "type TrendPointEdge { Edge type's field `node` must implement `Node` interface.",
  ])
  expect(lintResult?.suppressedMessages).toEqual([])
})
