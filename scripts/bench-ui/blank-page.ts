/// <reference lib="dom" />
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** One word by React once all modules that the page names are there: it is as large as the app, and does nothing. */
const names = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
const loaded = () => new Set(performance.getEntriesByType('resource').map(({ name }) => name))

function show(): void {
  const there = loaded()
  if (!names.every(({ href }) => there.has(href))) return void setTimeout(show, 4)
  createRoot(document.getElementById('app') as HTMLElement).render(
    createElement('h1', null, 'bApp'),
  )
}
show()
