import { TOOLS } from './src/mcp/tools/all.ts'
const list = TOOLS.map(t=>t.listing())
console.log('total chars', JSON.stringify(list).length)
for (const l of list) console.log(l.name, JSON.stringify(l).length, 'in', JSON.stringify(l.inputSchema).length, 'out', JSON.stringify(l.outputSchema).length, 'desc', l.description.length)
for (const n of ['compare_runs','get_async_analysis']) console.log(JSON.stringify(list.find(l=>l.name===n)!.outputSchema).slice(0,3000))
import { countTokens } from 'gpt-tokenizer'
const p = list.filter(l=>l.name!=='estimate_search_volume')
console.log('TOKENS', countTokens(JSON.stringify(p)), JSON.stringify(p).length)
