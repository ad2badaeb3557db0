import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { grouped } from '../shared/grouped';

/** Lines of a log that are shown: a browser lays a text field of thousands out anew, all of it, at every change. */
const MOST_SHOWN = 400;

/** A text to read, to copy and to keep as a file. `text` is `null` until it has been made. */
export function TextPanel(props: {
  readonly label: string;
  readonly copies: string;
  readonly downloads: string;
  readonly file: string;
  readonly text: string | null;
  readonly empty: string;
  /** The end of the text is what is shown, as of a log that grows; of a long one only that. */
  readonly fromEnd?: boolean;
  readonly children?: ReactNode;
}) {
  const { text, fromEnd = false } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState('');
  const missing = text === null || text === '';
  const { shown, hidden } = tailOf(text ?? '', fromEnd);

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
        <output className="text-panel-said">
          {said === '' && hidden > 0 ? `${grouped(hidden)} earlier lines with Copy and Download` : said}
        </output>
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
        value={shown}
        placeholder={text === null ? 'Being made…' : props.empty}
      />
    </div>
  );
}

/** The last lines of a text, and how many there are before them. */
function tailOf(text: string, fromEnd: boolean): { readonly shown: string; readonly hidden: number } {
  if (!fromEnd) return { shown: text, hidden: 0 };
  const lines = text.split('\n');
  const hidden = lines.length - MOST_SHOWN;
  return hidden <= 0 ? { shown: text, hidden: 0 } : { shown: lines.slice(hidden).join('\n'), hidden };
}
