import { useEffect, useId, useRef, useState } from 'react';
import { useLab, useView } from '../../store/hooks';
import type { FaultOperation, PaletteEntry } from '../../store/selectors/injectPalette';
import { faultMessage } from '../../store/selectors/injectPalette';
import type { Situation } from '../../store/selectors/injectSituation';
import type { Command } from '../../transport/protocol';
import {
  type FieldMistakes,
  type FieldName,
  type FieldValues,
  FURTHEST_AHEAD,
  fieldsOf,
  initialValues,
  proposedImage,
  readForm,
  selectedTemplate,
} from './commandForm';
import { Field } from './Field';
import { choicesOf, KIND_HINTS, LABELS, NUMERIC, SUGGESTIONS } from './fieldWords';

/** The form of one command, in a dialog that leaves the page usable. `give` gets a command that is complete. */
export function CommandForm({
  entry,
  situation,
  change: changes,
  give,
  close,
}: {
  readonly entry: PaletteEntry;
  /** The form changes what has been given: what it is called, and what stands in it; without, it gives something new. */
  readonly change?: { readonly label: string; readonly values: FieldValues };
  readonly situation: Situation;
  readonly give: (command: Command, at: number) => void;
  readonly close: () => void;
}) {
  const lab = useLab();
  const playhead = useView((view) => view.beat);
  const form = useRef<HTMLFormElement>(null);
  const hint = useId();
  const [values, setValues] = useState(
    () =>
      changes?.values ??
      initialValues(entry, situation, selectedTemplate(situation, lab.view.getState().pod)),
  );
  const [follows, setFollows] = useState(values.at === '');
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  useEffect(() => {
    // With its button, not only the field that gets the focus: most forms open below what is in view.
    form.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
    form.current
      ?.querySelector<HTMLElement>('select:not(:disabled), input:not(:disabled)')
      ?.focus({ preventScroll: true });
  }, []);

  const change = (field: FieldName, value: string): void => {
    const next = { ...values, [field]: value };
    if (field === 'at') setFollows(false);
    if (field === 'operation' && values.message === faultMessage(values.operation as FaultOperation))
      next.message = faultMessage(value as FaultOperation);
    if (field === 'pod')
      next.image = proposedImage(situation.templates.find(({ name }) => name === value) ?? null, situation);
    setValues(next);
    setMistakes(({ [field]: _, ...others }) => others);
  };
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    const latest = Math.max(lab.horizon(), playhead) + FURTHEST_AHEAD;
    const read = readForm(entry.does, { ...values, at: follows ? '' : values.at }, playhead, latest);
    if (read.ok) return give(read.command, read.at);
    setMistakes(read.mistakes);
    const first = fieldsOf(entry.does).find((field) => read.mistakes[field] !== undefined);
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const shown = (field: FieldName): string =>
    field === 'at' && follows ? String(Math.round(playhead) / 1000) : values[field];
  const isFault = entry.does === 'injectFault';
  const applies = (field: FieldName): boolean =>
    !isFault ||
    (field === 'delay'
      ? values.kind === 'delay'
      : (field !== 'code' && field !== 'message') || values.kind === 'error');
  return (
    <dialog
      open
      className="command-form"
      aria-label={changes?.label ?? entry.name}
      aria-describedby={hint}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <form ref={form} noValidate onSubmit={submit}>
        <div className="fields">
          {fieldsOf(entry.does).map((field) => {
            const choices = choicesOf(field, entry.does, situation, values.pod);
            const suggestions = SUGGESTIONS[field];
            return (
              <Field
                key={field}
                name={field}
                label={LABELS[field]}
                value={shown(field)}
                mistake={mistakes[field]}
                disabled={!applies(field)}
                numeric={NUMERIC.has(field)}
                {...(choices === null ? {} : { choices })}
                {...(suggestions === undefined ? {} : { suggestions })}
                {...(field === 'gracePeriod' ? { hint: 'the pod’s own' } : {})}
                change={(value) => change(field, value)}
              />
            );
          })}
        </div>
        <p className="dim" id={hint}>
          {isFault ? KIND_HINTS[values.kind] : entry.effect}
        </p>
        <div className="form-buttons">
          <button type="submit" className="primary">
            {changes === undefined ? 'Inject' : 'Change'}
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
