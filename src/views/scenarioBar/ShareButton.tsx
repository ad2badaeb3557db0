import { useState } from 'react';
import { useLab } from '../../store/hooks';
import { loadPart } from '../../store/loadPart';
import { Icon } from '../shared/Icon';

/** A longer link is offered as a file: mail and chat cut it. */
const LONG_LINK = 6000;

/** Makes a link that holds the whole run and this moment of it. Nothing is sent anywhere: it is all behind the `#`. */
export function ShareButton() {
  const lab = useLab();
  const [link, setLink] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const share = async (): Promise<void> => {
    setCopied(false);
    if (link !== null) return setLink(null);
    const session = await loadPart(lab, import('../../store/session'));
    if (session !== null) setLink(`${location.href.split('#')[0]}#${await session.linkOf(lab)}`);
  };
  return (
    <div className="share">
      <button type="button" aria-expanded={link !== null} onClick={() => void share()}>
        <Icon name="share" /> Share
      </button>
      {link !== null && (
        <div className="share-box">
          <label>
            Link
            <input readOnly aria-label="Link" value={link} onFocus={(event) => event.target.select()} />
          </label>
          <button
            type="button"
            onClick={() =>
              void navigator.clipboard.writeText(link).then(
                () => setCopied(true),
                () => setCopied(false),
              )
            }
          >
            {copied ? 'Copied' : 'Copy link'}
          </button>
          {link.length > LONG_LINK && (
            <p>{link.length} characters: mail and chat may cut it. Save a file instead.</p>
          )}
        </div>
      )}
    </div>
  );
}
