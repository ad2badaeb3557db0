import { useMemo } from 'react';
import { labHistograms } from '../../store/selectors/labHistograms';
import { BucketBars } from './BucketBars';

/** For how long pods were in a state and how long teardowns took: the lab's own histograms of a metrics text (`null`: not there yet). */
export function HowLong({ text }: { readonly text: string | null }) {
  const pictures = useMemo(() => labHistograms(text ?? ''), [text]);
  return (
    <section className="how-long" aria-label="How long">
      <h3>How long</h3>
      {pictures.length === 0 ? (
        <p className="panel-note">
          {text === null ? 'Being made…' : 'Nothing is measured while no kubelet runs.'}
        </p>
      ) : (
        <div className="bucket-figures">
          {pictures.map((picture) => (
            <BucketBars key={picture.title} picture={picture} />
          ))}
        </div>
      )}
    </section>
  );
}
