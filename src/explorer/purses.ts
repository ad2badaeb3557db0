import { present } from '../base/assert';
import type { ActionKind } from './alphabet';
import type { Budget } from './model';

const NAMES = ['errors', 'restarts', 'readds', 'updates', 'deletes'] as const;

const NAME_OF: { readonly [Kind in ActionKind]?: (typeof NAMES)[number] } = {
  error: 'errors',
  restart: 'restarts',
  readd: 'readds',
  update: 'updates',
  delete: 'deletes',
};

/** Which budget an action is at the cost of, by number; -1: it is free. */
export function costOf(kind: ActionKind): number {
  const name = NAME_OF[kind];
  return name === undefined ? -1 : NAMES.indexOf(name);
}

const UNKNOWN = -1;

/** What of the budgets has been spent, each combination under a number; 0: nothing has. */
export class Purses {
  private readonly spent: (readonly number[])[] = [NAMES.map(() => 0)];
  private readonly ids = new Map<string, number>();
  /** By purse and cost. */
  private readonly after: number[] = NAMES.map(() => UNKNOWN);

  constructor(private readonly budget: Budget) {}

  /** The purse after one more of that cost; `null` if the budget has no more. */
  spend(purse: number, cost: number): number | null {
    if (cost < 0) return purse;
    const at = purse * NAMES.length + cost;
    const known = this.after[at] ?? UNKNOWN;
    if (known !== UNKNOWN) return known === purse ? null : known;
    const spent = present(this.spent[purse] ?? null, 'a purse that was given out');
    const name = present(NAMES[cost] ?? null, 'a budget');
    const isLeft = (spent[cost] ?? 0) < this.budget[name];
    const next = isLeft ? this.idOf(spent.map((n, i) => (i === cost ? n + 1 : n))) : purse;
    this.after[at] = next;
    return isLeft ? next : null;
  }

  private idOf(spent: readonly number[]): number {
    const key = spent.join();
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.spent.push(spent) - 1;
    this.ids.set(key, id);
    for (const _ of NAMES) this.after.push(UNKNOWN);
    return id;
  }
}
