import { useEffect, useRef, useState } from 'react';
import { useLab, useView } from '../../store/hooks';
import { loadPart } from '../../store/loadPart';
import { Icon } from '../shared/Icon';

/** A longer link is offered as a file: mail and chat cut it. */
const LONG_LINK = 6000;

/** The link follows what is shown, but not more often than this, wall ms. */
const PAUSE_MS = 300;

/** Makes a link that holds the whole run and this moment of it. Nothing is sent anywhere: it is all behind the `#`. */
export function ShareButton() {
  const lab = useLab();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const make = async (): Promise<boolean> => {
    const session = await loadPart(lab, import('../../store/session'));
    if (session !== null) setLink(`${location.href.split('#')[0]}#${await session.linkOf(lab)}`);
    return session !== null;
  };
  const share = async (): Promise<void> => setOpen(!open && (await make()));
  return (
    <div className="share">
      <button ref={button} type="button" aria-expanded={open} onClick={() => void share()}>
        <Icon name="share" /> Share
      </button>
      {open && (
        <ShareBox
          link={link}
          make={make}
          close={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function ShareBox(props: {
  readonly link: string;
  readonly make: () => Promise<boolean>;
  readonly close: () => void;
}) {
  const { link, make, close } = props;
  const [copied, setCopied] = useState<'copied' | 'refused' | null>(null);
  const shown = useView(({ panes, beat, pod, event, tab }) => [panes, beat, pod, event, tab].join());
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew when something else is shown
  useEffect(() => {
    setCopied(null);
    const timer = setTimeout(() => void make(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const closes = useRef(close);
  useEffect(() => {
    closes.current = close;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') closes.current();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return (
    <div className="share-box">
      <label>
        Link
        <input readOnly aria-label="Link" value={link} onFocus={(event) => event.target.select()} />
      </label>
      <button
        type="button"
        onClick={() =>
          void navigator.clipboard.writeText(link).then(
            () => setCopied('copied'),
            () => setCopied('refused'),
          )
        }
      >
        {copied === 'copied' ? 'Copied' : 'Copy link'}
      </button>
      {copied === 'refused' && <p role="status">The browser does not let it be copied: select the link.</p>}
      {link.length > LONG_LINK && (
        <p>{link.length} characters: mail and chat may cut it. Save a file instead.</p>
      )}
    </div>
  );
}
