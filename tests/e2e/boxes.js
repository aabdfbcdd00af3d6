/* Run in the page by box_support.py: which words and controls leave their places, a line each. */
;async () => {
  const SLACK = 2,
    SMALLEST = 11
  const troubles = []
  const board = document.querySelector('[data-ground]:not([preserveAspectRatio$=slice])')
  const dialog = document.querySelector('dialog[open]')
  const root = dialog ?? document.body
  const wide = document.documentElement.clientWidth
  const style = (element) => getComputedStyle(element)
  const named = (element) => {
    const text = (element.innerText ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
    const kind = element.getAttribute('class')?.replace(/s-\S+/g, '').trim().replace(/\s+/g, '.')
    return `<${element.tagName.toLowerCase()}${kind ? `.${kind}` : ''}> "${text}"`
  }
  const hiddenFromEyes = (element) => element.closest('.visually-hidden, .skip, option, [data-board], svg[role=img]')
  /** The part of a box that can be seen through every frame around it. */
  const seen = (element, box) => {
    let { left, top, right, bottom } = box
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const css = style(at)
      if (css.overflowX === 'visible' && css.overflowY === 'visible') continue
      if (at instanceof SVGElement) continue
      const frame = at.getBoundingClientRect()
      left = Math.max(left, frame.left)
      right = Math.min(right, frame.right)
      top = Math.max(top, frame.top)
      bottom = Math.min(bottom, frame.bottom)
    }
    return { left, top, right, bottom }
  }
  const floating = (element) => {
    for (let at = element; at && at !== root; at = at.parentElement) {
      const { position } = style(at)
      if (position === 'fixed' || position === 'sticky') return at
      if (position === 'absolute' && !(at instanceof SVGElement)) return at
    }
    return null
  }
  const scrolls = (element, axis) => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (/auto|scroll/.test(style(at)[axis])) return true
    return false
  }

  if (document.documentElement.scrollWidth > wide)
    troubles.push(`the page is ${document.documentElement.scrollWidth} wide`)

  await document.fonts.load('700 20px Figures', '0')
  const pen = document.createElement('canvas').getContext('2d')
  for (const family of ['--serif', '--sans']) {
    pen.font = `700 100px ${style(document.documentElement).getPropertyValue(family)}`
    const height = (text) => pen.measureText(text).actualBoundingBoxAscent
    for (const figure of '0123456789')
      if (height(figure) < 0.9 * height('H')) troubles.push(`old-style figure ${figure} in ${family}`)
  }

  const atoms = []
  const add = (element, box) => {
    const part = seen(element, box)
    if (part.right - part.left > 1 && part.bottom - part.top > 1)
      atoms.push({ element, part, floats: floating(element) })
  }
  const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const node = words.currentNode
    const element = node.parentElement
    if (
      !node.data.trim() ||
      hiddenFromEyes(element) ||
      !element.checkVisibility({ visibilityProperty: true })
    )
      continue
    if (style(element).clipPath !== 'none') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const svg = element.closest('svg')
    const size =
      parseFloat(style(element).fontSize) *
      (svg && element.getScreenCTM ? Math.abs(element.getScreenCTM().a) : 1)
    if (size < SMALLEST - 0.05 && !element.closest('[aria-hidden=true]:not(svg)'))
      troubles.push(`${size.toFixed(1)} px: ${named(element)}`)
    if (svg) continue
    const box = range.getBoundingClientRect()
    if (
      (box.left < -SLACK || box.right > wide + SLACK) &&
      !scrolls(element, 'overflowX') &&
      seen(element, box).right > wide + SLACK
    )
      troubles.push(`leaves the screen: ${named(element)}`)
    // Cut off in the middle of a letter; a name that ends in an ellipsis can be read in full in its title.
    for (let at = element; at && at !== root; at = at.parentElement) {
      const css = style(at)
      // The city behind the title is meant to go on beyond its frame.
      if (at.querySelector('[data-ground]')) break
      if (css.overflowX !== 'hidden' && css.overflowX !== 'clip') continue
      if (
        at.scrollWidth > at.clientWidth + SLACK &&
        css.textOverflow !== 'ellipsis' &&
        css.webkitLineClamp === 'none'
      )
        troubles.push(`cut off: ${named(at)}`)
      if (
        at.scrollWidth > at.clientWidth + SLACK &&
        css.textOverflow === 'ellipsis' &&
        !at.closest('[title]')
      )
        troubles.push(`ends in an ellipsis without a title: ${named(at)}`)
      break
    }
    // A font's box is higher than its letters, which may share it with the next line's.
    for (const { left, right, top, bottom, height } of range.getClientRects())
      add(element, { left, right, top: top + 0.15 * height, bottom: bottom - 0.15 * height })
  }
  for (const control of root.querySelectorAll(
    'button, input:not(.visually-hidden), select, textarea, a.button, [data-ground]:not([preserveAspectRatio$=slice])',
  )) {
    if (hiddenFromEyes(control) || !control.checkVisibility({ visibilityProperty: true })) continue
    const box = control.getBoundingClientRect()
    if ((box.left < -SLACK || box.right > wide + SLACK) && !scrolls(control, 'overflowX') && control !== board)
      troubles.push(`leaves the screen: ${named(control)}`)
    add(control, box)
  }
  const related = (a, b) =>
    a === b || a.contains(b) || b.contains(a) || (a.closest('label') ?? a) === (b.closest('label') ?? b)
  for (const [index, a] of atoms.entries()) {
    for (const b of atoms.slice(index + 1)) {
      if (related(a.element, b.element) || a.floats !== b.floats) continue
      if (
        (a.element === board && b.element.closest('[role=application]')) ||
        (b.element === board && a.element.closest('[role=application]'))
      )
        continue
      const across = Math.min(a.part.right, b.part.right) - Math.max(a.part.left, b.part.left)
      const down = Math.min(a.part.bottom, b.part.bottom) - Math.max(a.part.top, b.part.top)
      // Lines of one paragraph share a little of their leading.
      if (
        across > SLACK &&
        down > Math.max(SLACK, 0.25 * Math.min(a.part.bottom - a.part.top, b.part.bottom - b.part.top))
      )
        troubles.push(`overlap: ${named(a.element)} and ${named(b.element)}`)
    }
  }
  // What stays in front while the page scrolls must leave the page to be seen.
  for (const each of root.querySelectorAll('*')) {
    if (style(each).position !== 'sticky' || !each.checkVisibility()) continue
    if (each.closest('nav')) continue
    const share = each.getBoundingClientRect().height / innerHeight
    if (share > 0.5) troubles.push(`covers ${Math.round(100 * share)} % of the screen: ${named(each)}`)
  }
  return [...new Set(troubles)]
}
