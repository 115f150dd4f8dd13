import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { markdown } from './markdown.mjs'

const folder = join(import.meta.dirname, '../dist/pages')

/** The first heading of a page. */
const titleOf = (path) => /^# (.+)$/m.exec(readFileSync(join(folder, path), 'utf8'))?.[1].replaceAll('`', '') ?? path
const link = (path) => ({ text: titleOf(path), link: `/${path.replace(/index\.md$/, '').replace(/\.md$/, '')}` })
const all = (name) =>
  readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.md') && file !== 'index.md')
    .toSorted()
    .map((file) => link(`${name}/${file}`))

const GUIDES = {
  'Set up': ['getting-started', 'configuration', 'trust', 'migrate', 'headless-and-ci'],
  'Write policies': ['rules', 'recipes', 'testing-policies', 'typescript', 'language-models'],
  'Work with it': ['guard', 'agents', 'approvals', 'quality-and-plan', 'sessions-and-teams', 'planning'],
  Operate: ['audit-and-reports', 'dashboard', 'team-server', 'daemon-and-performance'],
  Contribute: ['writing-a-hook'],
}
const project = ['changelog', 'performance', 'threat-model', 'security', 'architecture', 'contributing']
const overview = { text: 'Overview', link: '/' }

// One sidebar for each part: collapsible groups would nest a button in a button.
const sidebar = {
  '/hooks/': [{ items: [overview] }, { text: 'Hooks', items: [link('hooks/index.md'), ...all('hooks')] }],
  '/hosts/': [{ items: [overview] }, { text: 'Agents', items: [link('hosts.md'), ...all('hosts')] }],
  '/adr/': [{ items: [overview] }, { text: 'Decision records', items: all('adr') }],
  '/': [
    { items: [overview, link('check.md'), link('hooks/index.md'), link('hosts.md'), link('plugin.md')] },
    ...Object.entries(GUIDES).map(([text, names]) => ({ text, items: names.map((name) => link(`guides/${name}.md`)) })),
    { text: 'Project', items: [...project.map((name) => link(`${name}.md`)), link('adr/index.md')] },
  ],
}

// A page that no list above names is still found.
const listed = new Set(
  Object.values(sidebar).flatMap((groups) => groups.flatMap(({ items }) => items.map((one) => one.link))),
)
const more = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => link(name.replaceAll('\\', '/')))
  .filter((one) => !listed.has(one.link))
if (more.length > 0) sidebar['/'].push({ text: 'More', items: more.toSorted((a, b) => (a.text < b.text ? -1 : 1)) })

export default defineConfig({
  title: 'Holdpoint',
  description: 'Hooks for AI coding agents: one dispatcher per event that denies, asks, rewrites and audits.',
  lang: 'en',
  srcDir: 'dist/pages',
  outDir: 'dist/html',
  cacheDir: 'dist/cache',
  // A dead link fails the build.
  ignoreDeadLinks: false,
  markdown,
  // The page that checks a command loads the reader and the guard when it is used.
  vite: { build: { chunkSizeWarningLimit: 1000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/getting-started' },
      { text: 'Hooks', link: '/hooks/' },
      { text: 'Check a command', link: '/check' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar,
  },
})
