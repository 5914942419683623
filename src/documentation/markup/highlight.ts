import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import graphql from 'highlight.js/lib/languages/graphql'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import plaintext from 'highlight.js/lib/languages/plaintext'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const LANGUAGES = {
  bash,
  dockerfile,
  graphql,
  ini,
  javascript,
  json,
  nginx,
  plaintext,
  sql,
  typescript,
  xml,
  yaml,
}
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

/** Returns the HTML of a scrollable code block. The page's script adds a copy button. */
export function codeBlock(code: string, language: string): string {
  const supported = hljs.getLanguage(language) ? language : 'plaintext'
  const { value } = hljs.highlight(code.replace(/\n$/, ''), { language: supported, ignoreIllegals: true })
  return `<div class="code"><pre tabindex="0"><code>${value}</code></pre></div>`
}
