/** Two sequences laid side by side. */

/** More differences than this, and nothing is told of them. */
const MAX_DIFFERENCES = 2_000;

/** Pairs of places of a longest common subsequence (Myers), the last first. */
export function aligned(
  left: readonly string[],
  right: readonly string[],
): readonly (readonly [number, number])[] {
  const reach = new Map<number, number>([[1, 0]]);
  const trail: Map<number, number>[] = [];
  for (let cost = 0; cost <= Math.min(left.length + right.length, MAX_DIFFERENCES); cost++) {
    trail.push(new Map(reach));
    for (let k = -cost; k <= cost; k += 2) {
      let x = goesDown(reach, k, cost) ? reach.get(k + 1) ?? 0 : (reach.get(k - 1) ?? 0) + 1;
      while (x < left.length && x - k < right.length && left[x] === right[x - k]) x++;
      reach.set(k, x);
      if (x >= left.length && x - k >= right.length) {
        return walkBack(trail, left.length, right.length);
      }
    }
  }
  return [];
}

function goesDown(reach: ReadonlyMap<number, number>, k: number, cost: number): boolean {
  return k === -cost || (k !== cost && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
}

function walkBack(
  trail: readonly ReadonlyMap<number, number>[],
  leftLength: number,
  rightLength: number,
): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let x = leftLength;
  let y = rightLength;
  for (let cost = trail.length - 1; cost >= 0; cost--) {
    const reach = trail[cost];
    if (reach === undefined) break;
    const k = x - y;
    const before = goesDown(reach, k, cost) ? k + 1 : k - 1;
    const fromX = reach.get(before) ?? 0;
    const fromY = fromX - before;
    while (x > fromX && y > fromY && x > 0 && y > 0) found.push([--x, --y]);
    if (cost > 0) {
      x = fromX;
      y = fromY;
    }
  }
  return found;
}
