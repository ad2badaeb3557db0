import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';

/** A text to read, to copy and to keep as a file. `text` is `null` until it has been made. */
export function TextPanel(props: {
  readonly label: string;
  readonly copies: string;
  readonly downloads: string;
  readonly file: string;
  readonly text: string | null;
  readonly empty: string;
  /** The end of the text is what is shown, as of a log that grows. */
  readonly fromEnd?: boolean;
  readonly children?: ReactNode;
}) {
  const { text, fromEnd = false } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState('');
  const missing = text === null || text === '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text is a new end
  useLayoutEffect(() => {
    if (fromEnd && area.current !== null) area.current.scrollTop = area.current.scrollHeight;
  }, [text, fromEnd]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text ?? '');
      setSaid('Copied');
    } catch {
      // A page without that permission can still put the text under the user's own keys.
      area.current?.select();
      setSaid('Selected: press Ctrl+C');
    }
  };

  const download = (): void => {
    const url = URL.createObjectURL(new Blob([text ?? ''], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = props.file;
    link.click();
    URL.revokeObjectURL(url);
    setSaid(`Saved as ${props.file}`);
  };

  return (
    <div className="text-panel">
      <div className="text-panel-bar">
        <label htmlFor={id}>{props.label}</label>
        {props.children}
        <output className="text-panel-said">{said}</output>
        <button type="button" disabled={missing} onClick={copy} onBlur={() => setSaid('')}>
          {props.copies}
        </button>
        <button type="button" disabled={missing} onClick={download} onBlur={() => setSaid('')}>
          {props.downloads}
        </button>
      </div>
      <textarea
        id={id}
        ref={area}
        readOnly
        spellCheck={false}
        wrap="off"
        value={text ?? ''}
        placeholder={text === null ? 'Being made…' : props.empty}
      />
    </div>
  );
}
