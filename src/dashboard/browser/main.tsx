import './style/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { applyTheme } from './layout/theme.ts'
import { router } from './router.tsx'

applyTheme()
const root = document.getElementById('app')
if (!root) throw new Error('index.html has no element #app')
createRoot(root).render(<RouterProvider router={router} />)
