import { useState } from 'react';
import { useLab } from '../../store/hooks';
import type { Lab } from '../../store/lab';
import { EVENT_GROUPS, type EventGroup } from '../../store/selectors/eventsFilter';
import { EventGlyph } from './EventGlyph';

/** What a person has chosen to see in the list of events. */
export interface EventChoice {
  readonly pane: number;
  readonly search: string;
  readonly selectedOnly: boolean;
  readonly interestingOnly: boolean;
  /** `null`: all kinds. */
  readonly groups: ReadonlySet<EventGroup> | null;
}

const INITIAL: EventChoice = {
  pane: 0,
  search: '',
  selectedOnly: false,
  interestingOnly: true,
  groups: null,
};
const remembered = new WeakMap<Lab, EventChoice>();

/** The choice; it outlives a visit to another tab, not the page. */
export function useEventChoice(): readonly [EventChoice, (change: Partial<EventChoice>) => void] {
  const lab = useLab();
  const [choice, setChoice] = useState(() => remembered.get(lab) ?? INITIAL);
  return [
    choice,
    (change) => {
      const next = { ...choice, ...change };
      remembered.set(lab, next);
      setChoice(next);
    },
  ];
}

/** The controls over the list of events. */
export function EventFilters({
  choice,
  onChange,
}: {
  readonly choice: EventChoice;
  readonly onChange: (change: Partial<EventChoice>) => void;
}) {
  const { groups } = choice;
  const toggle = (group: EventGroup, on: boolean): void => {
    const next = new Set(groups ?? EVENT_GROUPS);
    if (on) next.add(group);
    else next.delete(group);
    onChange({ groups: next.size === EVENT_GROUPS.length ? null : next });
  };
  return (
    <>
      <input
        type="search"
        aria-label="Find an event"
        placeholder="Find an event"
        value={choice.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <label>
        <input
          type="checkbox"
          checked={choice.interestingOnly}
          onChange={(event) => onChange({ interestingOnly: event.target.checked })}
        />
        Interesting only
      </label>
      <label>
        <input
          type="checkbox"
          checked={choice.selectedOnly}
          onChange={(event) => onChange({ selectedOnly: event.target.checked })}
        />
        Selected pod only
      </label>
      <details className="event-kinds">
        <summary>Kinds: {groups === null ? 'all' : groups.size}</summary>
        <fieldset>
          <legend className="sr-only">Kinds of events</legend>
          {EVENT_GROUPS.map((group) => (
            <label key={group}>
              <input
                type="checkbox"
                checked={groups?.has(group) ?? true}
                onChange={(event) => toggle(group, event.target.checked)}
              />
              <EventGlyph group={group} /> {group}
            </label>
          ))}
        </fieldset>
      </details>
    </>
  );
}
