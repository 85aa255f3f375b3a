/** Shapes and filters that leave nothing of an element. */

/** The usual ways to keep something for screen readers only, and filters that leave nothing. */
export function isClippedAway(style: CSSStyleDeclaration): boolean {
  const { clip, clipPath, filter } = style;
  if (clip !== "auto" && (style.position === "absolute" || style.position === "fixed")) {
    const [top = 0, right = 0, bottom = 0, left = 0] = (clip.match(/-?[\d.]+px|auto/g) ?? [])
      .map((side) => side === "auto" ? NaN : Number.parseFloat(side));
    if (right - left <= 1 || bottom - top <= 1) return true;
  }
  if (clipPath !== "none" && isEmptyShape(clipPath)) return true;
  return filter !== "none" && /opacity\(0(?:\.0*)?%?\)/.test(filter);
}

function isEmptyShape(shape: string): boolean {
  if (/^(?:circle|ellipse)\(0(?:px|%)?[ )]/.test(shape)) return true;
  const polygon = /^polygon\(([^)]*)\)/.exec(shape)?.[1];
  if (polygon !== undefined) {
    const points = polygon.split(",").map((point) => point.trim());
    return new Set(points).size < 3;
  }
  const inset = /^inset\(([^)]*)\)/.exec(shape)?.[1];
  if (inset === undefined) return false;
  const sides = (inset.split("round")[0] ?? "").trim().split(/\s+/);
  const [top = "", right = top, bottom = top, left = right] = sides;
  const whole = (a: string, b: string): boolean =>
    a.endsWith("%") && b.endsWith("%") && Number.parseFloat(a) + Number.parseFloat(b) >= 100;
  return whole(top, bottom) || whole(left, right);
}
