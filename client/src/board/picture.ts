/** The drawn city as a picture of its own: one SVG without style sheets, and the same as PNG. */
import { boardBox, boardSize } from './geometry'

/** What a style sheet may say about how something is drawn, with what is so where nothing is said. */
const PAINT: Record<string, string> = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  stroke: 'none',
  'stroke-opacity': '1',
  'stroke-width': '1px',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-dasharray': 'none',
  opacity: '1',
  'stop-color': 'rgb(0, 0, 0)',
  'stop-opacity': '1',
  'font-family': '',
  'font-size': '16px',
  'font-weight': '400',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
}
const SVG = 'http://www.w3.org/2000/svg'
/** Everything but what comes and goes above the city: cursors, frames, flights. */
const SHEETS = '[data-ground], [data-city]'

/** The city that is drawn inside an element, in the colours of the page. */
export function svgOf(board: Element, players: number): string {
  const { width, height } = boardBox(boardSize(players))
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', `0 0 ${width} ${height}`)
  picture.setAttribute('width', `${width}`)
  picture.setAttribute('height', `${height}`)
  const page = picture.appendChild(document.createElementNS(SVG, 'rect'))
  page.setAttribute('width', '100%')
  page.setAttribute('height', '100%')
  page.setAttribute('fill', getComputedStyle(document.body).backgroundColor)
  for (const sheet of board.querySelectorAll(SHEETS))
    for (const child of sheet.children) picture.append(painted(child))
  return new XMLSerializer().serializeToString(picture)
}

/** A copy that says itself how it is drawn. */
function painted(element: Element): Element {
  const copy = element.cloneNode(false) as Element
  const style = getComputedStyle(element)
  for (const name of [...copy.getAttributeNames()])
    if (name === 'class' || name === 'style' || name.startsWith('data-')) copy.removeAttribute(name)
  for (const [name, plain] of Object.entries(PAINT)) {
    const value = style.getPropertyValue(name)
    if (value && value !== plain) copy.setAttribute(name, value.replaceAll('"', "'"))
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) copy.append(painted(child))
    else if (child.nodeType === Node.TEXT_NODE) copy.append(child.cloneNode())
  }
  return copy
}

/** The picture in dots, twice as many as it has units each way. */
export async function pngOf(svg: string, scale = 2): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width * scale
  canvas.height = image.height * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  )
}
