import { Component, lazy, type ReactNode, Suspense, useState } from 'react';

type Shown<P> = (props: P) => ReactNode;

/** Reads in what shows a part of the page. */
export type LoadPart<P extends object = object> = () => Promise<Shown<P>>;

/** What has been read in, or is being, by what reads it: the same for every place in which it is shown. */
const KNOWN = new WeakMap<object, unknown>();

function read<P extends object>(load: LoadPart<P>): Shown<P> {
  // A lazy component takes the props of what it stands for; its type cannot say so for props that are not known yet.
  const part = lazy(async () => ({ default: await load() })) as unknown as Shown<P>;
  KNOWN.set(load, part);
  return part;
}

const known = <P extends object>(load: LoadPart<P>): Shown<P> =>
  (KNOWN.get(load) as Shown<P> | undefined) ?? read(load);

/** A part of the page that is read in when it is first shown. Where that fails, or it does, it says so in its place, and can be tried again. */
export function Part<P extends object>(props: {
  readonly load: LoadPart<P>;
  readonly with: P;
  /** Shown until it is there. */
  readonly waiting: ReactNode;
  /** Instead of all the words about a failure, where there is no room for them. */
  readonly brief?: ReactNode;
}) {
  const { load, waiting, brief = null } = props;
  const [tries, setTries] = useState(0);
  const Shown = known(load);
  return (
    <Boundary
      key={tries}
      brief={brief}
      again={() => {
        read(load);
        setTries(tries + 1);
      }}
    >
      <Suspense fallback={waiting}>
        <Shown {...props.with} />
      </Suspense>
    </Boundary>
  );
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly brief: ReactNode;
  readonly again: () => void;
}

/** Keeps what goes wrong in a part of the page from taking the rest of it along. */
class Boundary extends Component<BoundaryProps, { readonly why: string | null }> {
  override state = { why: null };

  static getDerivedStateFromError(error: unknown): { readonly why: string } {
    return { why: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { why } = this.state;
    if (why === null) return this.props.children;
    return (
      this.props.brief ?? (
        <div role="alert" className="part-failed">
          <p>This part of the page cannot be shown: {why}</p>
          <p>The run goes on. Tip: try again, or save the run and load the page again.</p>
          <button type="button" onClick={this.props.again}>
            Try again
          </button>
        </div>
      )
    );
  }
}
