import { useId } from 'react';

/** One choice of a field; `reason`: why it cannot be chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly reason?: string | null;
}

interface Common {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly mistake: string | undefined;
  readonly disabled?: boolean;
  readonly change: (value: string) => void;
}

/** A field of a form with its label, and under it what is wrong with it. */
export function Field({
  choices,
  suggestions,
  hint,
  numeric = false,
  name,
  label,
  value,
  mistake,
  disabled = false,
  change,
}: Common & {
  /** The field is a choice among these. */
  readonly choices?: readonly Choice[];
  readonly suggestions?: readonly string[];
  readonly hint?: string;
  readonly numeric?: boolean;
}) {
  const id = useId();
  const common = {
    id,
    name,
    value,
    disabled,
    'aria-invalid': mistake !== undefined,
    'aria-describedby': mistake === undefined ? undefined : `${id}-wrong`,
  };
  return (
    <div className="field" data-field={name}>
      <label htmlFor={id}>{label}</label>
      {choices === undefined ? (
        <input
          {...common}
          type="text"
          inputMode={numeric ? 'decimal' : undefined}
          autoComplete="off"
          spellCheck={false}
          list={suggestions === undefined ? undefined : `${id}-list`}
          placeholder={hint}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <select {...common} onChange={(event) => change(event.target.value)}>
          {choices.map(({ value: choice, label: words, reason = null }) => (
            <option key={choice} value={choice} disabled={reason !== null}>
              {reason === null ? words : `${words} – ${reason}`}
            </option>
          ))}
        </select>
      )}
      {suggestions !== undefined && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {mistake !== undefined && (
        <p className="field-wrong" id={`${id}-wrong`}>
          {label} {mistake}
        </p>
      )}
    </div>
  );
}
