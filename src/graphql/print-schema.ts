import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './schema.ts'

// An entry point: `npm run schema` executes it at the root of the package.
writeFileSync('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`)
