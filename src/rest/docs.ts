import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { RestApp } from './context.ts'

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Answergraph REST API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="documentation"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#documentation', deepLinking: true, tryItOutEnabled: true })
`

/** Everything comes from here; Swagger UI styles its elements inline and draws with data: images. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/** Serves the OpenAPI document as a page at /docs, from files of the installation: it works without a network. */
export function serveDocs(app: RestApp): void {
  app.get('/docs', (context) => context.html(PAGE, 200, { 'Content-Security-Policy': POLICY }))
  app.get('/docs/start.js', (context) => context.body(START, 200, { 'Content-Type': 'text/javascript' }))
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  for (const [file, type] of Object.entries(FILES)) {
    app.get(`/docs/${file}`, async (context) =>
      context.body(new Uint8Array(await readFile(join(folder, file))), 200, {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=3600',
      }),
    )
  }
}
