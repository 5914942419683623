import { writeFileSync } from 'node:fs'
import { printSchemaWithDirectives } from '@graphql-tools/utils'
import { lexicographicSortSchema } from 'graphql'
import { schema } from './engine/schema.ts'

// Entry point of `npm run schema`, which runs in the root of the package.
writeFileSync('schema.graphql', `${printSchemaWithDirectives(lexicographicSortSchema(schema))}\n`)
