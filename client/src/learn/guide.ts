/** How to play, made from docs/how-to-play.<language>.md by scripts/generate_guide.py; loaded when the page is opened. */
import { unbroken, type Language } from '../i18n/i18n.svelte'

export interface Guide {
  title: string
  contents: { id: string; title: string }[]
  html: string
}

const pages = import.meta.glob<string>('../generated/how-to-play.*.html', {
  query: '?raw',
  import: 'default',
})
const diagrams = import.meta.glob<string>(
  ['../../../docs/diagrams/*.svg', '!../../../docs/diagrams/city.svg'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
)

export async function loadGuide(language: Language): Promise<Guide> {
  const page = unbroken((await pages[`../generated/how-to-play.${language}.html`]?.()) ?? '')
  const contents = [...page.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)]
  return {
    title: /<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1] ?? '',
    contents: contents.map(([, id, title]) => ({ id: id as string, title: title as string })),
    html: page
      .replace(/<h1.*<\/h1>/, '')
      .replace(/src="(diagrams\/[\w-]+\.svg)"/g, (_, file) => `src="${diagrams[`../../../docs/${file}`]}"`),
  }
}
