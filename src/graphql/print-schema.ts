import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './engine/schema.ts'

// Entry point of `npm run schema`, which runs in the root of the package.
writeFileSync('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`)
