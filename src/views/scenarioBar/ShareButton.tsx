import { useState } from 'react';
import { useLab } from '../../store/hooks';
import { LONG_LINK } from '../../store/link';
import { linkOf } from '../../store/session';
import { Icon } from '../shared/Icon';

/** Makes a link that holds the whole run and this moment of it. Nothing is sent anywhere: it is all behind the `#`. */
export function ShareButton() {
  const lab = useLab();
  const [link, setLink] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const share = async (): Promise<void> => {
    setCopied(false);
    setLink(link === null ? `${location.href.split('#')[0]}#${await linkOf(lab)}` : null);
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
