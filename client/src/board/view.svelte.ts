/** Pinch, pan and zoom: which part of the board is looked at. */
import type { Box } from './geometry'

export const MAX_ZOOM = 4

interface Point {
  x: number
  y: number
}

export class View {
  zoom = $state(1)
  /** The middle of what is seen, as a share of the board. */
  x = $state(0.5)
  y = $state(0.5)
  private fingers = new Map<number, Point>()
  private span = 0
  /** How far the fingers moved since they came down: a tap moves little. */
  moved = 0

  viewBox(whole: Box): string {
    const width = whole.width / this.zoom
    const height = whole.height / this.zoom
    return `${this.x * whole.width - width / 2} ${this.y * whole.height - height / 2} ${width} ${height}`
  }

  zoomBy(factor: number, at: Point = { x: 0.5, y: 0.5 }): void {
    const before = this.zoom
    this.zoom = Math.min(MAX_ZOOM, Math.max(1, before * factor))
    const slip = 1 / before - 1 / this.zoom
    this.x += (at.x - 0.5) * slip
    this.y += (at.y - 0.5) * slip
    this.clamp()
  }

  reset(): void {
    this.zoom = 1
    this.x = this.y = 0.5
  }

  down(id: number, at: Point): void {
    if (this.fingers.size === 0) this.moved = 0
    this.fingers.set(id, at)
    this.span = this.spread()
  }

  /** Points are shares of the drawing's size on the screen. */
  move(id: number, at: Point): void {
    const before = this.fingers.get(id)
    if (!before) return
    const dx = at.x - before.x
    const dy = at.y - before.y
    this.moved += Math.hypot(dx, dy)
    this.fingers.set(id, at)
    const share = this.fingers.size
    this.x -= dx / this.zoom / share
    this.y -= dy / this.zoom / share
    if (share === 2) this.pinch()
    this.clamp()
  }

  up(id: number): void {
    this.fingers.delete(id)
    this.span = this.spread()
  }

  get pinching(): boolean {
    return this.fingers.size > 1
  }

  private pinch(): void {
    const spread = this.spread()
    const points = [...this.fingers.values()]
    const middle = {
      x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
      y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
    }
    if (this.span > 0) this.zoomBy(spread / this.span, middle)
    this.span = spread
  }

  private spread(): number {
    const [a, b] = [...this.fingers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }

  private clamp(): void {
    const edge = 0.5 / this.zoom
    this.x = Math.min(1 - edge, Math.max(edge, this.x))
    this.y = Math.min(1 - edge, Math.max(edge, this.y))
  }
}
