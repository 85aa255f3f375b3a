/**
 * What is looked up once and holds for the running call: the page's own scripts cannot run before
 * it ends, so nothing changes under it; the next call asks anew.
 */
export class Momentary<T> {
  readonly #make: () => T;
  #value: T | undefined;

  constructor(make: () => T) {
    this.#make = make;
  }

  get(): T {
    if (this.#value !== undefined) return this.#value;
    const value = this.#make();
    this.#value = value;
    queueMicrotask(() => {
      this.#value = undefined;
    });
    return value;
  }
}
