import { useState } from 'react';

type Fields = readonly (readonly [string, string])[];

const sameFields = (a: Fields, b: Fields): boolean =>
  a.length === b.length && a.every(([name, value], i) => b[i]?.[0] === name && b[i]?.[1] === value);

/**
 * The fields whose value is another than in the state that was shown before this one, with what they were. Holds until the state
 * changes again; another `subject` (a pod in a run) begins without any.
 */
export function useChangedFields(subject: string, fields: Fields): ReadonlyMap<string, string> {
  const [seen, setSeen] = useState({ subject, fields, before: fields });
  let current = seen;
  if (seen.subject !== subject) current = { subject, fields, before: fields };
  else if (!sameFields(seen.fields, fields)) current = { subject, fields, before: seen.fields };
  if (current !== seen) setSeen(current);
  const before = new Map(current.before);
  return new Map(
    fields.flatMap(([name, value]) => {
      const old = before.get(name);
      return old === undefined || old === value ? [] : [[name, old] as const];
    }),
  );
}
