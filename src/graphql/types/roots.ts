import { builder } from '../builder.ts'

builder.queryType({ description: 'Everything that can be read.' })
builder.mutationType({
  description: 'Everything that can be changed. Each takes one `input` and gives a payload.',
})
builder.subscriptionType({
  description:
    'What happens, as it happens. Each first gives the current state, then every change, and completes after the final state.',
})
